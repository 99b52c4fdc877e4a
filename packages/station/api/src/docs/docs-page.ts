import { MANUAL_LINK } from '@kitestring/manual/manual-routes.ts';
import { ADMIN_API } from '@kitestring/station-contract/admin/openapi.ts';
import { type ApiDescription, documentPath } from '@kitestring/station-contract/document/api-document.ts';
import { REPLAY_API } from '@kitestring/station-contract/replay/openapi.ts';
import { SIM_API } from '@kitestring/station-contract/sim/openapi.ts';
import { STATION_API } from '@kitestring/station-contract/station/openapi.ts';
import { VIDEO_API } from '@kitestring/station-contract/video/openapi.ts';
import {
  type DocsFile,
  docsFilesOf,
  errorsHtml,
  type HtmlEntry,
  htmlPage,
  LICENCES,
  operationsHtml,
  type PageLink,
} from '@kitestring/web/docs';
import { faultsHtml } from './faults-reference.ts';
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

const apiPage = (path: string, title: string, api: ApiDescription, heading = title): HtmlEntry => [
  ...([path, title] as const),
  (links) => operationsHtml(heading, documentPath(api), links),
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
  const documents = furtherApis({ isReplay, isSimulated }).map(documentPath);
  return docsFilesOf(pages, [MANUAL_LINK], ['/openapi.json', '/openapi-3.0.json', '/asyncapi.json', ...documents]);
}
