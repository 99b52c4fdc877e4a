import { DOCS_CONTENT_SECURITY_POLICY, type DocsFile } from '../docs/docs-files.ts';
import { type Answers, JSON_TYPE } from '../http/answers.ts';
import type { Page } from '../http/build-app.ts';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';

/** Browsers revalidate after a day, or after a reload. */
const STATIC_MAX_AGE_S = 86_400;

/** The files of a documentation. */
export const docsPages = (answers: Answers, files: ReadonlyMap<string, DocsFile>): readonly Page[] =>
  [...files].map(([path, { contentType, body }]): Page => {
    const isAsset = !contentType.startsWith('text/html');
    const caching = isAsset ? { maxAgeS: STATIC_MAX_AGE_S } : {};
    return {
      path,
      respond: (exchange) => {
        const page = { status: 200, mediaType: contentType, body: body(), policy: DOCS_CONTENT_SECURITY_POLICY };
        answers.send(exchange, '/docs', { ...page, ...caching });
      },
    };
  });

/** Stands for the origin in a document that is written once for all clients. */
const ANY_ORIGIN = 'http://origin.invalid';

/** A document with absolute URLs at the origin that the client asks: many generators read no relative ones. */
export function pageWithOrigin(
  answers: Answers,
  proxies: TrustedProxies,
  path: string,
  document: (origin: string) => object,
): Page {
  let text: string | undefined;
  return {
    path,
    respond: (exchange) => {
      text ??= JSON.stringify(document(ANY_ORIGIN));
      const origin = JSON.stringify(proxies.origin(exchange.request)).slice(1, -1);
      const body = Buffer.from(text.replaceAll(ANY_ORIGIN, () => origin));
      answers.send(exchange, path, { status: 200, mediaType: JSON_TYPE, body });
    },
  };
}

/** A constant document, created at the first request. */
export function jsonPage(answers: Answers, path: string, document: () => object): Page {
  let body: Buffer | undefined;
  return {
    path,
    respond: (exchange) => {
      body ??= Buffer.from(JSON.stringify(document()));
      answers.send(exchange, path, { status: 200, mediaType: JSON_TYPE, body });
    },
  };
}
