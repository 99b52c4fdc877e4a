import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { errorsHtml } from './errors-reference.ts';
import { htmlPage } from './html.ts';
import { notificationsHtml } from './notifications-reference.ts';
import { topicsHtml } from './topics-page.ts';

export interface DocsFile {
  readonly contentType: string;
  /** The bytes; made or read when first asked for, then kept. */
  readonly body: () => Buffer;
}

/** What the pages need to be allowed: everything comes from the station itself, and no script stands in a page. */
export const DOCS_CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'";

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
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

const operationsHtml = (): string =>
  htmlPage({
    title: 'Operations',
    body: '<div id="swagger"></div>',
    styles: ['/docs/swagger-ui.css'],
    scripts: ['/docs/swagger-ui-bundle.js', '/docs/operations.js'],
  });

/**
 * The interactive reference, by path: everything that `/docs` needs but `/openapi.json` and `/asyncapi.json`. It works
 * without any other server.
 */
export function docsFiles(): ReadonlyMap<string, DocsFile> {
  return new Map([
    ['/docs', page(operationsHtml)],
    ['/docs/topics', page(topicsHtml)],
    ['/docs/errors', page(errorsHtml)],
    ['/docs/notifications', page(notificationsHtml)],
    ['/docs/docs.css', asset('docs.css', 'css')],
    ['/docs/operations.js', asset('operations.js', 'js')],
    ['/docs/topics.js', asset('topics.js', 'js')],
    ['/docs/kite.svg', asset('kite.svg', 'svg')],
    ['/docs/swagger-ui.css', swaggerFile('swagger-ui.css', 'css')],
    ['/docs/swagger-ui-bundle.js', swaggerFile('swagger-ui-bundle.js', 'js')],
  ]);
}
