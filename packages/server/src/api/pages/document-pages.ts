import { asyncApiDocument } from '@kitestring/contract/asyncapi.ts';
import { apiDocument, documentPathOf } from '@kitestring/contract/document/api-document.ts';
import { openApi30Document, openApiDocument } from '@kitestring/contract/openapi.ts';
import type { ApiVersion } from '@kitestring/contract/versions.ts';
import { DOCS_CONTENT_SECURITY_POLICY, type DocsFile, docsFiles, furtherApis } from '../../docs/docs-page.ts';
import { type Answers, JSON_TYPE } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';
import type { TrustedProxies } from '../../limits/trusted-proxies.ts';

/** Browsers revalidate after a day, or after a reload. */
const STATIC_MAX_AGE_S = 86_400;

interface DocumentPagesOptions {
  readonly apiVersion: ApiVersion;
  /** The simulation controls are documented only where they exist. */
  readonly isSimulated: boolean;
  /** The same for those of a replay. */
  readonly isReplay: boolean;
  /** `/` redirects to the documentation, unless it is the console. */
  readonly isAtRoot: boolean;
  readonly proxies: TrustedProxies;
}

/** `/openapi.json`, the same as OpenAPI 3.0, `/asyncapi.json`, `/docs`, and, without a console, a redirect from `/`. */
export function documentPages(
  answers: Answers,
  { apiVersion: version, isAtRoot, isReplay, isSimulated, proxies }: DocumentPagesOptions,
): readonly Page[] {
  const openApiPage = (path: string, document: (origin: string) => object) =>
    pageWithOrigin(answers, proxies, path, document);
  return [
    openApiPage('/openapi.json', (origin) => openApiDocument({ version, origin })),
    openApiPage('/openapi-3.0.json', (origin) => openApi30Document({ version, origin })),
    jsonPage(answers, '/asyncapi.json', () => asyncApiDocument({ version })),
    ...furtherApis({ isReplay, isSimulated }).map((api) =>
      openApiPage(documentPathOf(api), (origin) => apiDocument(api, { origin })),
    ),
    ...docsPages(answers, docsFiles({ isReplay, isSimulated })),
    ...(isAtRoot ? [rootPage(answers)] : []),
  ];
}

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

const rootPage = (answers: Answers): Page => ({
  path: '/',
  respond: (exchange) => answers.send(exchange, '/', { status: 302, headers: ['Location', '/docs'] }),
});

/** Placeholder of the origin in a document that is created once for all clients. */
const ANY_ORIGIN = 'http://origin.invalid';

/**
 * A document with absolute URLs for the origin of the client's request: many generators do not support relative ones.
 */
function pageWithOrigin(
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
      const origin = JSON.stringify(proxies.originOf(exchange.request)).slice(1, -1);
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
