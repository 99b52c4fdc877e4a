import { hash } from 'node:crypto';
import { escaped } from '@kitestring/base/markup.ts';
import { refusal } from '@kitestring/station-contract/refusal.ts';
import type { Answers } from '../http/answers.ts';
import type { Page } from '../http/build-app.ts';
import type { Exchange, PathParams } from '../http/exchange.ts';
import { splitTarget } from '../http/router.ts';
import { type AskedPage, entityTag, isHeldAlready, type PageFile, type PageState, packingFor } from './page-files.ts';

/** A year: the usual maximum for browsers. */
const FOR_EVER_S = 31_536_000;
/** Files whose names do not depend on their content. */
const FIXED_MAX_AGE_S = 3600;
const FIXED_FILES = ['kite.svg', 'kite-192.png', 'kite-512.png', 'manifest.webmanifest'];
export const HTML_TYPE = 'text/html; charset=utf-8';

interface BuiltPageOptions {
  readonly build: AskedPage;
  /** URL of the map tiles of the page, by the parameters of its path; undefined: none. */
  readonly tilesUrl?: (params: PathParams) => string | undefined;
  /** Path of the API documentation; absent: `/docs`. */
  readonly reference?: string;
  /** Path of the page, such as `/stations/:sid`; absent: the root. Its files refer to each other relatively. */
  readonly under?: string;
}

/** `/` and the files of a built page, or the same below a path; until the page is built, a page that waits for it. */
export function builtPage(
  answers: Answers,
  { build, reference = '/docs', tilesUrl, under = '' }: BuiltPageOptions,
): readonly Page[] {
  const depth = under.split('/').length;
  const respond = (exchange: Exchange) => {
    const state = build.asked();
    if (state.kind !== 'ready') return sendWaiting(answers, exchange, { reference, state });
    const { path } = splitTarget(exchange.request.url ?? '');
    const own = `/${path.split('/').slice(depth).join('/')}`;
    const file = state.files.get(own === '/' ? '/index.html' : own);
    if (file !== undefined) sendFile(answers, exchange, file, pagePolicy(tilesUrl?.(exchange.params)));
    else answers.refuse(exchange, undefined, refusal('NOT_FOUND.nothingThere', { path: path.slice(0, 200) }));
  };
  return [
    { path: `${under}/`, respond },
    { path: `${under}/assets/:file`, respond },
    ...FIXED_FILES.map((name) => ({ path: `${under}/${name}`, respond })),
  ];
}

/** Content-Security-Policy of a page: nothing from other origins except map tiles. */
const pagePolicy = (tilesUrl = ''): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data: ${URL.parse(tilesUrl.replaceAll(/[{}]/g, ''))?.origin ?? ''}`.trimEnd(),
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const PAGE_HEADERS = [
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

/** A page without scripts. */
export const plainPage = (text: string, { head = '', reference = '/docs' } = {}): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">${head}<title>Kitestring</title>${text}<p>The API is at work: <a href="${reference}">its reference</a>.</p></html>`;

type NotReady = Exclude<PageState, { kind: 'ready' }>;

/** By script: a refresh by markup loses the part after `#`, or only navigates to it within this page. */
const LOAD_AGAIN = 'setTimeout(() => location.reload(), 1000)';

const WAITING_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash('sha256', LOAD_AGAIN, 'base64')}'`,
  ...['img-src data:', "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

interface WaitingOptions {
  readonly reference: string;
  readonly state: NotReady;
}

/** The page is not built yet, or cannot be built; the API works independently. */
function sendWaiting(answers: Answers, exchange: Exchange, { reference, state }: WaitingOptions): void {
  const isBuilding = state.kind === 'building';
  const text = isBuilding
    ? '<h1>One moment</h1><p>The page is being made ready. This happens once and takes a few seconds; the page opens by itself.</p>'
    : `<h1>The page cannot be shown</h1><p>${escaped(state.reason)}</p>`;
  const head = isBuilding ? `<script>${LOAD_AGAIN}</script>` : '';
  const status = isBuilding ? 200 : 500;
  answers.send(exchange, 'console', {
    status,
    mediaType: HTML_TYPE,
    body: Buffer.from(plainPage(text, { head, reference })),
    headers: PAGE_HEADERS,
    policy: WAITING_POLICY,
  });
}
