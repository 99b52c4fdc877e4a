import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextStep, readTraceparent, TRACEPARENT_PATTERN, traceparent } from './trace-context.ts';

describe('the trace of a request', () => {
  const header = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it('goes on with the same id and another step, and with the wish of who began it', () => {
    const parent = readTraceparent(header);
    assert.deepEqual(parent, {
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      isSampled: true,
    });
    const next = nextStep(parent);
    assert.equal(next.traceId, parent?.traceId);
    assert.notEqual(next.spanId, parent?.spanId);
    assert.equal(nextStep(readTraceparent(header.replace(/01$/, '00'))).isSampled, false);
    assert.match(traceparent(nextStep(undefined)), new RegExp(TRACEPARENT_PATTERN));
    assert.deepEqual(readTraceparent(traceparent(next)), next);
  });

  it('begins anew for a header that is malformed, and takes one of a later version', () => {
    const wrong = [
      '',
      'x',
      header.toUpperCase(),
      `${header}-more`,
      header.replace('00', 'ff'),
      `${header}${'0'.repeat(300)}`,
    ];
    const zeros = [
      header.replace(/-[^-]{32}-/, `-${'0'.repeat(32)}-`),
      header.replace(/-[^-]{16}-/, `-${'0'.repeat(16)}-`),
    ];
    for (const one of [...wrong, ...zeros]) assert.equal(readTraceparent(one), undefined, one);
    assert.equal(readTraceparent(`${header.replace('00', '01')}-more`)?.spanId, '00f067aa0ba902b7');
  });
});
