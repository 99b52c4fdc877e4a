import { adminOpenApiDocument } from '@kitestring/contract/admin/openapi.ts';
import { asyncApiDocument } from '@kitestring/contract/asyncapi.ts';
import { openApiDocument } from '@kitestring/contract/openapi.ts';
import { replayOpenApiDocument } from '@kitestring/contract/replay/openapi.ts';
import { simOpenApiDocument } from '@kitestring/contract/sim/openapi.ts';
import { stationOpenApiDocument } from '@kitestring/contract/station/openapi.ts';
import { videoOpenApiDocument } from '@kitestring/contract/video/openapi.ts';
import { fleetAsyncApiDocument } from '@kitestring/hubcontract/fleet/asyncapi.ts';
import { coverageMarkdown } from '@kitestring/server/docs/coverage-reference.ts';
import { errorsMarkdown } from '@kitestring/server/docs/errors-reference.ts';
import { faultsMarkdown } from '@kitestring/server/docs/faults-reference.ts';
import { notificationsMarkdown } from '@kitestring/server/docs/notifications-reference.ts';
import { hubSettingsReference, settingsReference } from '@kitestring/settings/settings-reference.ts';
import {
  adminApiMarkdown,
  apiMarkdown,
  replayApiMarkdown,
  simApiMarkdown,
  stationApiMarkdown,
  videoApiMarkdown,
} from './api-reference.ts';
import { clientMarkdown } from './client-reference.ts';

/** Version of the API that the reference is about. */
const VERSION = '1.1.2';

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Once: it asks the compiler. */
const clientReference = clientMarkdown();

/** The contents of the generated files of docs/reference, by name. */
export function referenceFiles(): ReadonlyMap<string, string> {
  const openApi = openApiDocument({ version: VERSION });
  const simOpenApi = simOpenApiDocument();
  const adminOpenApi = adminOpenApiDocument();
  const videoOpenApi = videoOpenApiDocument();
  const stationOpenApi = stationOpenApiDocument();
  const replayOpenApi = replayOpenApiDocument();
  return new Map([
    ['openapi.json', json(openApi)],
    ['asyncapi.json', json(asyncApiDocument({ version: VERSION }))],
    ['api.md', apiMarkdown(openApi)],
    ['simulator-openapi.json', json(simOpenApi)],
    ['simulator-api.md', simApiMarkdown(simOpenApi)],
    ['admin-openapi.json', json(adminOpenApi)],
    ['admin-api.md', adminApiMarkdown(adminOpenApi)],
    ['video-openapi.json', json(videoOpenApi)],
    ['video-api.md', videoApiMarkdown(videoOpenApi)],
    ['station-openapi.json', json(stationOpenApi)],
    ['station-api.md', stationApiMarkdown(stationOpenApi)],
    ['replay-openapi.json', json(replayOpenApi)],
    ['replay-api.md', replayApiMarkdown(replayOpenApi)],
    ['fleet-asyncapi.json', json(fleetAsyncApiDocument())],
    ['faults.md', faultsMarkdown()],
    ['coverage.md', coverageMarkdown()],
    ['errors.md', errorsMarkdown()],
    ['notifications.md', notificationsMarkdown()],
    ['settings.md', settingsReference()],
    ['hub-settings.md', hubSettingsReference()],
    ['client.md', clientReference],
  ]);
}
