import assert from 'node:assert/strict';
import { builtPage } from '@kitestring/server/api/pages/built-page.ts';
import type { Answers } from '@kitestring/server/http/answers.ts';
import type { Exchange } from '@kitestring/server/http/exchange.ts';

/** The answer of a service whose page is still being built. */
export function waitingPage() {
  const sent: Parameters<Answers['send']>[2][] = [];
  const answers = { send: (_exchange: unknown, _route: unknown, answer: (typeof sent)[number]) => sent.push(answer) };
  const [page] = builtPage(answers as unknown as Answers, { build: { state: { kind: 'building' } } });
  page?.respond({ request: { url: '/' } } as Exchange);
  const [{ body, mediaType: contentType = '', policy = '', status } = assert.fail()] = sent;
  return { status, contentType, body: String(body), headers: { 'content-security-policy': policy } };
}
