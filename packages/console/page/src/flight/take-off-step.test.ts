import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { takeOffStep, takeOffSteps } from './take-off-step.ts';

describe('the progress of a take-off', () => {
  it('goes from the lids to the checks to the climb', () => {
    assert.deepEqual(
      (
        [
          ['Closed', 0],
          ['Opening', 0],
          ['Opened', 0],
          ['Opened', undefined],
          ['Opened', 1.2],
        ] as const
      ).map(([lids, altitudeM]) => takeOffStep(lids, altitudeM)),
      ['lids', 'lids', 'checks', 'checks', 'climb'],
    );
  });

  it('has no lids where there is no Rooftop Box', () => {
    assert.deepEqual(takeOffSteps(undefined), ['checks', 'climb']);
    assert.equal(takeOffStep(undefined, 0), 'checks');
  });
});
