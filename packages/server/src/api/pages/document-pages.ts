import { asyncApiDocument } from '@kitestring/contract/asyncapi.ts';
import { openApiDocument } from '@kitestring/contract/openapi.ts';
import { DOCS_CONTENT_SECURITY_POLICY, docsFiles } from '../../docs/docs-page.ts';
import { type Answers, JSON_TYPE } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';

/** Browsers ask again after a day, or after a reload. */
const STATIC_MAX_AGE_S = 86_400;

const PAGE_HEADERS = [
  'Content-Security-Policy',
  DOCS_CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
];

/** `/openapi.json`, `/asyncapi.json`, `/docs`, and `/`, which leads there. */
export function documentPages(answers: Answers, apiVersion: string): readonly Page[] {
  const version = { version: apiVersion };
  const files = [...docsFiles()].map(([path, { contentType, body }]): Page => {
    const isAsset = !contentType.startsWith('text/html');
    const caching = isAsset ? { maxAgeS: STATIC_MAX_AGE_S } : {};
    return {
      path,
      respond: (_request, reply) => {
        const page = { status: 200, mediaType: contentType, body: body(), headers: PAGE_HEADERS };
        answers.send(reply, '/docs', { ...page, ...caching });
      },
    };
  });
  return [
    jsonPage(answers, '/openapi.json', () => openApiDocument(version)),
    jsonPage(answers, '/asyncapi.json', () => asyncApiDocument(version)),
    ...files,
    {
      path: '/',
      respond: (_request, reply) => answers.send(reply, '/', { status: 302, headers: ['Location', '/docs'] }),
    },
  ];
}

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
