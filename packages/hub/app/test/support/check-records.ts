import { hash } from 'node:crypto';
import { isSignedBy } from '@kitestring/hub-contract/nkey.ts';
import { FIRST_PREVIOUS_HASH, segmentSignedText, segmentText } from '@kitestring/hub-contract/segment.ts';
import type { Answer, HubProcess } from './hub-process.ts';
import { until } from './until.ts';

/** Records of one station according to the hub's API. */
interface RecordReport {
  readonly lost: number;
  readonly double: number;
  readonly declared: number;
  /** Where the chain breaks, or a signature is none; empty when it holds. */
  readonly faults: readonly string[];
  readonly last: number;
}

/** Reads a station's own numbering from the API of the hub, and checks it as anybody can who does not trust the hub. */
export async function checkRecords(hub: HubProcess, sid: string, epoch: string, head: number): Promise<RecordReport> {
  const seen = new Map<number, number>();
  for await (const { s } of pages(hub, `stations/${sid}/history?epoch=${epoch}&limit=500`, 'records')) {
    seen.set(s, (seen.get(s) ?? 0) + 1);
  }
  const faults: string[] = [];
  let previous = FIRST_PREVIOUS_HASH;
  let last = 0;
  let declared = 0;
  const { body } = await askPatiently(hub, `stations/${sid}/segments?epoch=${epoch}&limit=1`);
  for await (const segment of pages(hub, `stations/${sid}/segments?epoch=${epoch}&limit=200`, 'segments')) {
    const { b, declared_gap: isGap, ev, f, h, l, p, sig, t0, t1 } = segment;
    if (f !== last + 1) faults.push(`${f}: follows ${last}`);
    if (p !== previous) faults.push(`${f}: another segment was before it`);
    if (hash('sha256', segmentText({ v: 1, e: epoch, f, l, t0, t1, ev, p, b }), 'base64url') !== h)
      faults.push(`${f}: h`);
    if (!body.keys.some((key: string) => isSignedBy(key, segmentSignedText(sid, h), sig))) faults.push(`${f}: sig`);
    if (isGap) declared += l - f + 1;
    previous = h;
    last = l;
  }
  const double = [...seen.values()].filter((count) => count > 1).length;
  return { lost: head - seen.size - declared, double, declared, faults, last };
}

/** A key may ask only so often. */
export const askPatiently = (hub: HubProcess, path: string) =>
  until(`an answer to ${path}`, async () => {
    const answer = await hub.ask(path);
    return answer.status === 429 ? undefined : answer;
  });

async function* pages(hub: HubProcess, path: string, name: string): AsyncGenerator<Answer> {
  let after = 0;
  for (;;) {
    const { body, status } = await askPatiently(hub, `${path}&after=${after}`);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    yield* body[name];
    if (body.next_after === undefined) return;
    after = body.next_after;
  }
}
