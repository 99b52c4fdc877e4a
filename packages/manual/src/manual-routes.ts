import { refusal } from '@kitestring/station-contract/refusal.ts';
import type { Answers, Exchange, Page } from '@kitestring/web/http';
import { isHeldAlready } from '@kitestring/web/pages';
import { manualFile } from './manual-file.ts';
import { MOVED_PAGES } from './moved-pages.ts';
import type { ServedFile } from './served-file.ts';

const BASE = '/docs/manual';
/** Link to the manual, for the pages of a reference. */
export const MANUAL_LINK = { path: `${BASE}/index.html`, title: 'Manual' };

/** Everything from the station itself, nothing inline, no requests by script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Pages, pictures and texts of the manual below `/docs/manual`. Nothing of it is read before it is requested. */
export function manualPages(answers: Answers): readonly Page[] {
  const respond: Page['respond'] = async (exchange) => {
    const { folder, page = 'index.html' } = exchange.params;
    const name = folder === undefined ? page : `${folder}/${page}`;
    const file = await manualFile(name);
    const moved = MOVED_PAGES.get(name);
    if (file === undefined && moved !== undefined) redirect(answers, exchange, `${BASE}/${moved}`);
    else if (file !== undefined) send(answers, exchange, file);
    else
      answers.refuse(exchange, undefined, refusal('NOT_FOUND.nothingThere', { path: `${BASE}/${name}`.slice(0, 200) }));
  };
  const first: Page = { path: BASE, respond: (exchange) => redirect(answers, exchange, MANUAL_LINK.path) };
  return [first, ...['/', '/:page', '/:folder/:page'].map((path) => ({ path: `${BASE}${path}`, respond }))];
}

const redirect = (answers: Answers, exchange: Exchange, path: string): void =>
  answers.send(exchange, '/docs', { status: 302, headers: ['Location', path] });

function send(answers: Answers, exchange: Exchange, { bytes, gzip, mediaType, tag }: ServedFile): void {
  const { 'accept-encoding': accepted = '', 'if-none-match': held } = exchange.request.headers;
  const packed = /\bgzip\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/i.test(accepted.toString()) ? gzip : undefined;
  const etag = `"${tag}${packed === undefined ? '' : '-gzip'}"`;
  const encoding = packed === undefined ? [] : ['Content-Encoding', 'gzip'];
  const shared = { headers: ['Vary', 'Accept-Encoding', 'ETag', etag], policy: POLICY, maxAgeS: 0 };
  const whole = { status: 200, mediaType, body: packed ?? bytes, headers: [...shared.headers, ...encoding] };
  answers.send(exchange, '/docs', isHeldAlready(etag, held) ? { status: 304, ...shared } : { ...shared, ...whole });
}
