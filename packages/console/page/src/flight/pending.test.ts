import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accepted, afterTelemetry, DOUBT_AFTER_MS, DOUBT_FOR_MS } from './pending.ts';

describe('a command under way', () => {
  it('ends when telemetry shows it, at once where it is shown already', () => {
    assert.equal(accepted('land', true, 0), undefined);
    const pending = accepted('land', false, 1000);
    assert.deepEqual(pending, { step: 'accepted', what: 'land', acceptedAtMs: 1000 });
    assert.equal(afterTelemetry(pending, false, 1100), pending);
    assert.equal(afterTelemetry(pending, true, 1200), undefined);
  });

  it('is not confirmed by telemetry before the station has answered', () => {
    const sending = { step: 'sending', what: 'land' } as const;
    assert.equal(afterTelemetry(sending, true, 0), sending);
  });

  it('comes into doubt when telemetry goes on without it, and out of it when it shows after all', () => {
    const pending = accepted('land', false, 1000);
    const doubtful = afterTelemetry(pending, false, 1000 + DOUBT_AFTER_MS);
    const doubtedAtMs = 1000 + DOUBT_AFTER_MS;
    assert.deepEqual(doubtful, { step: 'doubtful', what: 'land', doubtedAtMs });
    assert.equal(afterTelemetry(doubtful, false, doubtedAtMs + 100), doubtful);
    assert.equal(afterTelemetry(doubtful, true, doubtedAtMs + 100), undefined);
    assert.equal(afterTelemetry(undefined, false, 99_000), undefined);
  });

  it('is no longer spoken of some seconds after that: what the station shows counts', () => {
    const doubtful = { step: 'doubtful', what: 23, doubtedAtMs: 4000 } as const;
    assert.equal(afterTelemetry(doubtful, false, 4000 + DOUBT_FOR_MS - 1), doubtful);
    assert.equal(afterTelemetry(doubtful, false, 4000 + DOUBT_FOR_MS), undefined);
  });
});
