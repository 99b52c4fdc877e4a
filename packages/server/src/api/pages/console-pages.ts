import type { PageFactsReply, PageLimits } from '@kitestring/contract/console/page-facts.ts';
import { escaped } from '@kitestring/contract/markup.ts';
import type { ApiVersion } from '@kitestring/contract/versions.ts';
import type { ConsoleSettings } from '@kitestring/settings/console-settings.ts';
import { refusal } from '@kitestring/station/refusal.ts';
import { type Answers, JSON_TYPE } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';
import type { Exchange } from '../../http/exchange.ts';
import { splitTarget } from '../../http/router.ts';
import { entityTag, isHeldAlready, type PageFile, type PageState, packingFor } from './page-files.ts';

/** A year: the usual maximum for browsers. */
const FOR_EVER_S = 31_536_000;
/** Files whose names do not depend on their content. */
const FIXED_MAX_AGE_S = 3600;
const HTML_TYPE = 'text/html; charset=utf-8';

interface ConsolePagesOptions {
  readonly build: { readonly state: PageState };
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
  const policy = pagePolicy(options.settings);
  const respond = (exchange: Exchange) => {
    const { state } = options.build;
    if (state.kind !== 'ready') return sendWaiting(answers, exchange, policy, state);
    const { path } = splitTarget(exchange.request.url ?? '');
    const file = state.files.get(path === '/' ? '/index.html' : path);
    if (file !== undefined) sendFile(answers, exchange, file, policy);
    else answers.refuse(exchange, undefined, refusal('NOT_FOUND.nothingThere', { path: path.slice(0, 200) }));
  };
  return [
    { path: '/', respond },
    { path: '/assets/:file', respond },
    { path: '/kite.svg', respond },
    factsPage(answers, options),
  ];
}

/** Content-Security-Policy of the console: nothing from other origins except map tiles of the configured server. */
function pagePolicy({ mapTilesUrl }: ConsoleSettings): string {
  const tiles = mapTilesUrl === undefined ? '' : ` ${new URL(mapTilesUrl.replaceAll(/[{}]/g, '')).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data:${tiles}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const PAGE_HEADERS = [
  'Permissions-Policy',
  'geolocation=(self), gamepad=(self), autoplay=(self), fullscreen=(self), camera=(), microphone=()',
  'Vary',
  'Accept-Encoding',
];

function sendFile(answers: Answers, exchange: Exchange, file: PageFile, policy: string) {
  const { 'accept-encoding': accepted, 'if-none-match': held } = exchange.request.headers;
  const packing = packingFor(file, accepted?.toString());
  const tag = entityTag(file.tag, packing);
  const maxAgeS = file.isForEver ? FOR_EVER_S : file.mediaType === HTML_TYPE ? 0 : FIXED_MAX_AGE_S;
  const shared = { headers: [...PAGE_HEADERS, 'ETag', tag], policy, maxAgeS };
  if (isHeldAlready(tag, held)) return answers.send(exchange, 'console', { status: 304, ...shared });
  const body = (packing === undefined ? undefined : file.packed[packing]) ?? file.bytes;
  const headers = packing === undefined ? shared.headers : [...shared.headers, 'Content-Encoding', packing];
  answers.send(exchange, 'console', { status: 200, mediaType: file.mediaType, body, ...shared, headers });
}

/** `/` of a station whose version of the API the console does not speak: why, and what to do. */
export const noConsolePage = (answers: Answers, apiVersion: ApiVersion): Page => ({
  path: '/',
  respond: (exchange) =>
    answers.send(exchange, 'console', {
      status: 200,
      mediaType: HTML_TYPE,
      body: Buffer.from(
        page(
          `<h1>No console with API ${apiVersion}</h1><p>The console needs version 1.0.0 of the API or a newer one. This station serves ${apiVersion}, for tests of clients against that version. For the console start it without <code>--api-version</code> (setting <code>api_version</code>).</p>`,
        ),
      ),
      headers: PAGE_HEADERS,
      policy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    }),
});

/** A page without scripts. */
const page = (text: string, head = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">${head}<title>Kitestring</title>${text}<p>The API is at work: <a href="/docs">its reference</a>.</p></html>`;

type NotReady = Exclude<PageState, { kind: 'ready' }>;

/** The console is not built yet, or cannot be built; the API works independently. */
function sendWaiting(answers: Answers, exchange: Exchange, policy: string, state: NotReady): void {
  const isBuilding = state.kind === 'building';
  const text = isBuilding
    ? '<h1>One moment</h1><p>The console is being made ready. This happens once and takes a few seconds; the page opens by itself.</p>'
    : `<h1>The console cannot be shown</h1><p>${escaped(state.reason)}</p>`;
  // With the address: a refresh of `/#/recordings` would only navigate within this page.
  const refresh = isBuilding ? '<meta http-equiv="refresh" content="1;url=/">' : '';
  const status = isBuilding ? 200 : 500;
  answers.send(exchange, 'console', {
    status,
    mediaType: HTML_TYPE,
    body: Buffer.from(page(text, refresh)),
    headers: PAGE_HEADERS,
    policy,
  });
}

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
