import assert from 'node:assert/strict';
import type { Answers, Exchange } from '@kitestring/web/http';
import { builtPage } from '@kitestring/web/pages';

/** The answer of a service whose page is still being built. */
export function waitingPage() {
  const sent: Parameters<Answers['send']>[2][] = [];
  const answers = { send: (_exchange: unknown, _route: unknown, answer: (typeof sent)[number]) => sent.push(answer) };
  const [page] = builtPage(answers as unknown as Answers, { build: { asked: () => ({ kind: 'building' }) } });
  page?.respond({ request: { url: '/' } } as Exchange);
  const [{ body, mediaType: contentType = '', policy = '', status } = assert.fail()] = sent;
  return { status, contentType, body: String(body), headers: { 'content-security-policy': policy } };
}
