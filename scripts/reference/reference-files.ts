import { fleetAsyncApiDocument } from '@kitestring/hub-contract/fleet/asyncapi.ts';
import { hubSettingsReference, settingsReference } from '@kitestring/settings/settings-reference.ts';
import { coverageMarkdown } from '@kitestring/station-api/docs/coverage-reference.ts';
import { faultsMarkdown } from '@kitestring/station-api/docs/faults-reference.ts';
import { alarmsMarkdown, notificationsMarkdown } from '@kitestring/station-api/docs/notifications-reference.ts';
import { asyncApiDocument } from '@kitestring/station-contract/asyncapi.ts';
import { openApiDocument } from '@kitestring/station-contract/openapi.ts';
import { errorsMarkdown } from '@kitestring/web/docs';
import { apiMarkdown, DEFAULT_ORIGIN, furtherApiFiles } from './api-reference.ts';
import { clientMarkdown } from './client-reference.ts';

/** API version of the reference. */
const VERSION = '1.1.2';

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Computed once, because it runs the compiler. */
const clientReference = clientMarkdown();

/** The contents of the generated files, by name from docs/reference; only the newest published document is committed. */
export function referenceFiles(): ReadonlyMap<string, string> {
  const openApi = openApiDocument({ version: VERSION, origin: DEFAULT_ORIGIN });
  return new Map([
    ['openapi.json', json(openApi)],
    ['asyncapi.json', json(asyncApiDocument({ version: VERSION }))],
    ['api.md', apiMarkdown(openApi)],
    ...furtherApiFiles(json),
    ['fleet-asyncapi.json', json(fleetAsyncApiDocument())],
    ['faults.md', faultsMarkdown()],
    ['coverage.md', coverageMarkdown()],
    ['errors.md', errorsMarkdown()],
    ['notifications.md', notificationsMarkdown()],
    ['../operator/alarms.md', alarmsMarkdown()],
    ['settings.md', settingsReference()],
    ['hub-settings.md', hubSettingsReference()],
    ['client.md', clientReference],
  ]);
}
