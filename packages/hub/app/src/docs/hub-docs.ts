import { escaped } from '@kitestring/base/markup.ts';
import { fleetAsyncApiDocument } from '@kitestring/hub-contract/fleet/asyncapi.ts';
import { fleetOpenApiDocument } from '@kitestring/hub-contract/fleet/openapi.ts';
import { FLEET_BASE } from '@kitestring/hub-contract/fleet/operations.ts';
import { MANUAL_LINK, manualPages } from '@kitestring/manual/manual-routes.ts';
import {
  docsFilesOf,
  errorsHtml,
  type HtmlEntry,
  htmlPage,
  htmlTable,
  inlineHtml,
  LICENCES,
  operationsHtml,
  type PageLink,
} from '@kitestring/web/docs';
import type { Answers, Page } from '@kitestring/web/http';
import { docsPages, jsonPage } from '@kitestring/web/pages';

const INTRODUCTION =
  'What the hub sends by itself: over WebSockets, as server-sent events, and to webhooks. The schemas are in `/asyncapi.json`.';

interface Channel {
  readonly address: string | null;
  readonly description: string;
  readonly messages: Readonly<Record<string, { readonly title: string; readonly summary: string }>>;
}

/** A page with every channel of /asyncapi.json and its messages. */
function messagesHtml(links: readonly PageLink[]): string {
  const channels = Object.entries(fleetAsyncApiDocument().channels as Readonly<Record<string, Channel>>);
  const rows = channels.map(([id, { address, description, messages }]) => ({
    id,
    cells: [
      address === null ? 'POST to your address' : `<code>${escaped(`${FLEET_BASE}${address}`)}</code>`,
      inlineHtml(description),
      Object.values(messages).map(messageHtml).join(''),
    ],
  }));
  const body = htmlTable(['Where', 'What', 'Messages'], rows);
  return htmlPage({ links, title: 'Messages', introduction: INTRODUCTION, body });
}

const messageHtml = ({ summary, title }: Channel['messages'][string]): string =>
  `<p><strong>${escaped(title)}</strong>: ${inlineHtml(summary)}</p>`;

const OPEN_API = '/openapi.json';
const ASYNC_API = '/asyncapi.json';

const PAGES: readonly HtmlEntry[] = [
  ['/docs', 'Operations', (links) => operationsHtml('Operations', OPEN_API, links)],
  ['/docs/messages', 'Messages', messagesHtml],
  ['/docs/errors', 'Error codes', errorsHtml],
  LICENCES,
];

/** `/openapi.json`, `/asyncapi.json`, and `/docs` for people. Works offline. */
export const hubDocs = (answers: Answers): readonly Page[] => [
  jsonPage(answers, OPEN_API, fleetOpenApiDocument),
  jsonPage(answers, ASYNC_API, fleetAsyncApiDocument),
  ...docsPages(answers, docsFilesOf(PAGES, [MANUAL_LINK], [OPEN_API, ASYNC_API])),
  ...manualPages(answers),
];
