import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ADMIN_API } from '@kitestring/contract/admin/openapi.ts';
import { type ApiDescription, documentPathOf } from '@kitestring/contract/document/api-document.ts';
import { REPLAY_API } from '@kitestring/contract/replay/openapi.ts';
import { SIM_API } from '@kitestring/contract/sim/openapi.ts';
import { STATION_API } from '@kitestring/contract/station/openapi.ts';
import { VIDEO_API } from '@kitestring/contract/video/openapi.ts';
import { errorsHtml } from './errors-reference.ts';
import { faultsHtml } from './faults-reference.ts';
import { htmlPage, type PageLink } from './html.ts';
import { LICENCES_PATH, licencesHtml, NOTICES_FILE, NOTICES_PATH, SBOM_FILE, SBOM_PATH } from './licences-page.ts';
import { notificationsHtml } from './notifications-reference.ts';

const INTRODUCTION =
  'What a client can subscribe to over a WebSocket. Connect here and watch the messages come in. The token stays on this page: it is neither stored nor sent anywhere but to this station.';

const BODY = `<form class="panel" id="access">
<label>API key <input type="password" id="key" autocomplete="off" spellcheck="false"></label>
<button type="submit" class="quiet">Get a token</button>
<label>Token <input type="password" id="token" autocomplete="off" spellcheck="false"></label>
<label class="inline"><input type="checkbox" id="envelope"> in an envelope (<code>kitestring.topics.v1</code>)</label>
<span class="status" id="access-status" role="status"></span>
</form>
<div class="topics" id="topics"><p class="status" id="loading">Reading /asyncapi.json …</p></div>
<template id="topic">
<section class="topic">
<div class="row"><h2 class="mono name"></h2>
<div><span class="status state" role="status">not connected</span><button type="button" class="connect">Connect</button></div></div>
<p class="summary"></p>
<div class="row"><div class="parameters"></div></div>
<pre class="messages" tabindex="0" aria-label="Messages, the newest first" hidden></pre>
</section>
</template>`;

/** The page that lists the topics of /asyncapi.json and connects to them. */
const topicsHtml = (links: readonly PageLink[]): string =>
  htmlPage({ links, title: 'Live topics', introduction: INTRODUCTION, body: BODY, scripts: ['/docs/topics.js'] });

export interface DocsFile {
  readonly contentType: string;
  /** File contents; created or read at the first request, then cached. */
  readonly body: () => Buffer;
}

/** Content-Security-Policy of the documentation: everything from the station itself, no inline script. */
export const DOCS_CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  cdx: 'application/vnd.cyclonedx+json; version=1.6',
} as const;

function once(make: () => Buffer): () => Buffer {
  let body: Buffer | undefined;
  return () => {
    body ??= make();
    return body;
  };
}

const page = (html: () => string): DocsFile => ({
  contentType: TYPES.html,
  body: once(() => Buffer.from(html())),
});

const file = (url: URL | string, type: keyof typeof TYPES): DocsFile => ({
  contentType: TYPES[type],
  body: once(() => readFileSync(url)),
});

const asset = (name: string, type: keyof typeof TYPES): DocsFile =>
  file(new URL(`./assets/${name}`, import.meta.url), type);

const swaggerFile = (name: string, type: keyof typeof TYPES): DocsFile =>
  file(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), type);

/** An interactive reference of the operations in a document. */
export const operationsHtml = (title: string, document: string, links: readonly PageLink[]): string =>
  htmlPage({
    title,
    links,
    body: `<div id="swagger" data-document="${document}"></div>`,
    styles: ['/docs/swagger-ui.css'],
    scripts: ['/docs/swagger-ui-bundle.js', '/docs/operations.js'],
  });

type Html = (links: readonly PageLink[]) => string;
/** A page of the documentation. */
export type HtmlEntry = readonly [path: string, title: string, html: Html];

const apiPage = (path: string, title: string, api: ApiDescription, heading = title): HtmlEntry => [
  ...([path, title] as const),
  (links) => operationsHtml(heading, documentPathOf(api), links),
];

const PAGES: readonly HtmlEntry[] = [
  ['/docs', 'Operations', (links) => operationsHtml('Operations', '/openapi.json', links)],
  ['/docs/topics', 'Live topics', topicsHtml],
  ['/docs/errors', 'Error codes', errorsHtml],
  ['/docs/notifications', 'Notifications', notificationsHtml],
  apiPage('/docs/station', 'Station', STATION_API),
  apiPage('/docs/video', 'Video', VIDEO_API, 'Video for browsers'),
  apiPage('/docs/admin', 'Administration', ADMIN_API),
];
export const LICENCES: HtmlEntry = [LICENCES_PATH, 'Licences', licencesHtml];

const SIMULATOR_PAGES: readonly HtmlEntry[] = [
  apiPage('/docs/simulator', 'Simulator', SIM_API),
  ['/docs/faults', 'Faults', faultsHtml],
];

const REPLAY_PAGES = [apiPage('/docs/replay', 'Replay', REPLAY_API)];

interface DocsOptions {
  readonly isSimulated: boolean;
  readonly isReplay: boolean;
}

/** The APIs beside the published one; controls of a simulator or a replay only where there is one. */
export const furtherApis = ({ isReplay, isSimulated }: DocsOptions): readonly ApiDescription[] => [
  ...[STATION_API, VIDEO_API, ADMIN_API],
  ...(isSimulated ? [SIM_API] : []),
  ...(isReplay ? [REPLAY_API] : []),
];

/** Files of `/docs` by path, except for the API documents: interactive reference and licences. Works offline. */
export function docsFiles({ isReplay, isSimulated }: DocsOptions): ReadonlyMap<string, DocsFile> {
  const pages = [...PAGES, ...(isSimulated ? SIMULATOR_PAGES : []), ...(isReplay ? REPLAY_PAGES : []), LICENCES];
  const documents = furtherApis({ isReplay, isSimulated }).map(documentPathOf);
  return docsFilesOf(pages, ['/openapi.json', '/openapi-3.0.json', '/asyncapi.json', ...documents]);
}

/** Files of these pages, with links to them and to these documents. */
export function docsFilesOf(pages: readonly HtmlEntry[], documents: readonly string[]): ReadonlyMap<string, DocsFile> {
  const links = [
    ...pages.map(([path, title]) => ({ path, title })),
    ...documents.map((path) => ({ path, title: path.slice(1) })),
  ];
  return new Map([
    ...pages.map(([path, , html]): [string, DocsFile] => [path, page(() => html(links))]),
    [NOTICES_PATH, file(NOTICES_FILE, 'txt')],
    [SBOM_PATH, file(SBOM_FILE, 'cdx')],
    ['/docs/docs.css', asset('docs.css', 'css')],
    ['/docs/operations.js', asset('operations.js', 'js')],
    ['/docs/topics.js', asset('topics.js', 'js')],
    ['/docs/kite.svg', asset('kite.svg', 'svg')],
    ['/docs/swagger-ui.css', swaggerFile('swagger-ui.css', 'css')],
    ['/docs/swagger-ui-bundle.js', swaggerFile('swagger-ui-bundle.js', 'js')],
  ]);
}
