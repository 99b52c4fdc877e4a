import { adminOpenApiDocument } from '@kitestring/contract/admin/openapi.ts';
import { asyncApiDocument } from '@kitestring/contract/asyncapi.ts';
import { openApi30Document, openApiDocument } from '@kitestring/contract/openapi.ts';
import { simOpenApiDocument } from '@kitestring/contract/sim/openapi.ts';
import { videoOpenApiDocument } from '@kitestring/contract/video/openapi.ts';
import {
  ADMIN_DOCUMENT_PATH,
  DOCS_CONTENT_SECURITY_POLICY,
  docsFiles,
  SIM_DOCUMENT_PATH,
  VIDEO_DOCUMENT_PATH,
} from '../../docs/docs-page.ts';
import { type Answers, JSON_TYPE } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';

/** Browsers ask again after a day, or after a reload. */
const STATIC_MAX_AGE_S = 86_400;

export interface DocumentPagesParts {
  readonly apiVersion: string;
  /** The controls of the simulator are documented where they are. */
  readonly isSimulated: boolean;
  /** `/` leads here; not where it is the operator's console. */
  readonly isAtRoot: boolean;
}

/** `/openapi.json`, the same as OpenAPI 3.0, `/asyncapi.json`, `/docs`, and `/`, which leads there if it is nothing else. */
export function documentPages(
  answers: Answers,
  { apiVersion, isAtRoot, isSimulated }: DocumentPagesParts,
): readonly Page[] {
  const version = { version: apiVersion };
  const files = [...docsFiles({ isSimulated })].map(([path, { contentType, body }]): Page => {
    const isAsset = !contentType.startsWith('text/html');
    const caching = isAsset ? { maxAgeS: STATIC_MAX_AGE_S } : {};
    return {
      path,
      respond: (_request, reply) => {
        const page = { status: 200, mediaType: contentType, body: body(), policy: DOCS_CONTENT_SECURITY_POLICY };
        answers.send(reply, '/docs', { ...page, ...caching });
      },
    };
  });
  return [
    jsonPage(answers, '/openapi.json', () => openApiDocument(version)),
    jsonPage(answers, '/openapi-3.0.json', () => openApi30Document(version)),
    jsonPage(answers, '/asyncapi.json', () => asyncApiDocument(version)),
    jsonPage(answers, VIDEO_DOCUMENT_PATH, () => videoOpenApiDocument()),
    jsonPage(answers, ADMIN_DOCUMENT_PATH, () => adminOpenApiDocument()),
    ...(isSimulated ? [jsonPage(answers, SIM_DOCUMENT_PATH, () => simOpenApiDocument())] : []),
    ...files,
    ...(isAtRoot ? [rootPage(answers)] : []),
  ];
}

const rootPage = (answers: Answers): Page => ({
  path: '/',
  respond: (_request, reply) => answers.send(reply, '/', { status: 302, headers: ['Location', '/docs'] }),
});

/** A document that never changes; made when somebody asks for it first. */
function jsonPage(answers: Answers, path: string, document: () => object): Page {
  let body: Buffer | undefined;
  return {
    path,
    respond: (_request, reply) => {
      body ??= Buffer.from(JSON.stringify(document()));
      answers.send(reply, path, { status: 200, mediaType: JSON_TYPE, body });
    },
  };
}
