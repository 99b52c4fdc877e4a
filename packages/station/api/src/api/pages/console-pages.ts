import type { ConsoleSettings } from '@kitestring/settings/console-settings.ts';
import type { PageFactsReply, PageLimits } from '@kitestring/station-contract/console/page-facts.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import { type Answers, JSON_TYPE, type Page } from '@kitestring/web/http';
import { type AskedPage, builtPage, HTML_TYPE, PAGE_HEADERS, plainPage } from '@kitestring/web/pages';

interface ConsolePagesOptions {
  readonly build: AskedPage;
  readonly settings: ConsoleSettings;
  readonly stationName: string;
  readonly isSimulated: boolean;
  readonly isReplay: boolean;
  readonly version: string;
  readonly apiVersion: ApiVersion;
  readonly limits: PageLimits;
  readonly hasAccounts: () => boolean;
}

/** `/`, the console's files, and `/console.json`, the console's data before sign-in. */
export function consolePages(answers: Answers, options: ConsolePagesOptions): readonly Page[] {
  const { build, settings } = options;
  return [...builtPage(answers, { build, tilesUrl: () => settings.mapTilesUrl }), factsPage(answers, options)];
}

/** `/` of a station with an API version that the console does not support: the reason and the remedy. */
export const noConsolePage = (answers: Answers, apiVersion: ApiVersion): Page => ({
  path: '/',
  respond: (exchange) =>
    answers.send(exchange, 'console', {
      status: 200,
      mediaType: HTML_TYPE,
      body: Buffer.from(
        plainPage(
          `<h1>No console with API ${apiVersion}</h1><p>The console needs version 1.0.0 of the API or a newer one. This station serves ${apiVersion}, for tests of clients against that version. For the console start it without <code>--api-version</code> (setting <code>api_version</code>).</p>`,
        ),
      ),
      headers: PAGE_HEADERS,
      policy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    }),
});

function factsPage(
  answers: Answers,
  { apiVersion, hasAccounts, isReplay, isSimulated, limits, settings, stationName, version }: ConsolePagesOptions,
): Page {
  const { mapAttribution, mapTilesUrl } = settings;
  const map = mapTilesUrl === undefined ? {} : { map: { tiles_url: mapTilesUrl, attribution: mapAttribution } };
  const facts = {
    station_name: stationName,
    is_simulated: isSimulated,
    is_replay: isReplay,
    version,
    api_version: apiVersion,
    limits,
    ...map,
  };
  const bodyWith = (has_accounts: boolean) =>
    Buffer.from(JSON.stringify({ ...facts, has_accounts } satisfies PageFactsReply));
  return {
    path: '/console.json',
    respond: (exchange) =>
      answers.send(exchange, 'console', { status: 200, mediaType: JSON_TYPE, body: bodyWith(hasAccounts()) }),
  };
}
