import { manualPages } from '@kitestring/manual/manual-routes.ts';
import { asyncApiDocument } from '@kitestring/station-contract/asyncapi.ts';
import { apiDocument, documentPath } from '@kitestring/station-contract/document/api-document.ts';
import { openApi30Document, openApiDocument } from '@kitestring/station-contract/openapi.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import type { Answers, Page } from '@kitestring/web/http';
import type { TrustedProxies } from '@kitestring/web/limits';
import { docsPages, jsonPage, pageWithOrigin } from '@kitestring/web/pages';
import { docsFiles, furtherApis } from '../../docs/docs-page.ts';

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
      openApiPage(documentPath(api), (origin) => apiDocument(api, { origin })),
    ),
    ...docsPages(answers, docsFiles({ isReplay, isSimulated })),
    ...manualPages(answers),
    ...(isAtRoot ? [rootPage(answers)] : []),
  ];
}

const rootPage = (answers: Answers): Page => ({
  path: '/',
  respond: (exchange) => answers.send(exchange, '/', { status: 302, headers: ['Location', '/docs'] }),
});
