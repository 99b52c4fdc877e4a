import { asyncApiDocument } from '@kitestring/contract/asyncapi.ts';
import { apiDocument, documentPathOf } from '@kitestring/contract/document/api-document.ts';
import { openApi30Document, openApiDocument } from '@kitestring/contract/openapi.ts';
import type { ApiVersion } from '@kitestring/contract/versions.ts';
import { DOCS_CONTENT_SECURITY_POLICY, type DocsFile, docsFiles, furtherApis } from '../../docs/docs-page.ts';
import { type Answers, JSON_TYPE } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';

/** Browsers revalidate after a day, or after a reload. */
const STATIC_MAX_AGE_S = 86_400;

interface DocumentPagesOptions {
  readonly apiVersion: ApiVersion;
  /** The simulation controls are documented only where they exist. */
  readonly isSimulated: boolean;
  /** So are those of a replay. */
  readonly isReplay: boolean;
  /** `/` redirects to the documentation; not where it is the console. */
  readonly isAtRoot: boolean;
}

/** `/openapi.json`, the same as OpenAPI 3.0, `/asyncapi.json`, `/docs`, and, without a console, a redirect from `/`. */
export function documentPages(
  answers: Answers,
  { apiVersion, isAtRoot, isReplay, isSimulated }: DocumentPagesOptions,
): readonly Page[] {
  const version = { version: apiVersion };
  return [
    jsonPage(answers, '/openapi.json', () => openApiDocument(version)),
    jsonPage(answers, '/openapi-3.0.json', () => openApi30Document(version)),
    jsonPage(answers, '/asyncapi.json', () => asyncApiDocument(version)),
    ...furtherApis({ isReplay, isSimulated }).map((api) =>
      jsonPage(answers, documentPathOf(api), () => apiDocument(api)),
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
