import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { topicsIn } from '@kitestring/station-contract/versions/operation-versions.ts';
import { generatedDefects } from '../score/generated/all-generated.ts';
import { isCounted } from '../score/generated/generated-defect.ts';
import { apiOf } from '../src/api-version.ts';

/** Answers as the contract's examples give them. */
const samples = new Map(
  apiOf('1.1.2').operations.flatMap((op) => (op.replyExample === undefined ? [] : [[op.id, op.replyExample] as const])),
);

describe('generated defects', () => {
  const defects = generatedDefects(samples);

  it('are many, each with an id of its own, and three fifths of them are only counted', () => {
    assert.ok(defects.length > 1500, String(defects.length));
    assert.equal(new Set(defects.map(({ id }) => id)).size, defects.length);
    const share = defects.filter(isCounted).length / defects.length;
    assert.ok(share > 0.55 && share < 0.65, String(share));
  });

  it('of streams and recordings are judged on a station that has them', () => {
    const without = defects.filter(({ hasVideo, id }) => !hasVideo && /:(videostreams|recordings)\b/.test(id));
    assert.deepEqual(
      without.map(({ id }) => id),
      [],
    );
  });

  it('of messages are made only where there is a subscription', () => {
    const topics = topicsIn('1.1.2').map(({ operationId }) => operationId);
    const others = defects.filter(
      ({ id }) => id.startsWith('ws-') && !topics.some((one) => id.slice(id.indexOf(':') + 1).startsWith(one)),
    );
    assert.deepEqual(
      others.map(({ id }) => id),
      [],
    );
  });
});
