import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { htmlPage, type PageLink } from './html.ts';
import { LICENCES_PATH, licencesHtml, NOTICES_FILE, NOTICES_PATH, SBOM_FILE, SBOM_PATH } from './licences-page.ts';

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

/** A file of the pages of the reference. */
export const docsAsset = (name: 'docs.css' | 'kite.svg'): DocsFile => asset(name, name === 'docs.css' ? 'css' : 'svg');

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

export const LICENCES: HtmlEntry = [LICENCES_PATH, 'Licences', licencesHtml];

/** Files of these pages. @param others links before those to the pages @param documents links after them */
export function docsFilesOf(
  pages: readonly HtmlEntry[],
  others: readonly PageLink[],
  documents: readonly string[],
): ReadonlyMap<string, DocsFile> {
  const links = [
    ...others,
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
