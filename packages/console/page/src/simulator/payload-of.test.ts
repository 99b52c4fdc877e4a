import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAYLOADS } from '@kitestring/station-contract/sim/controls.ts';
import { SENSORS } from '@kitestring/station-contract/sim/examples.ts';
import { isCamera, payloadOf } from './payload-of.ts';

describe('payloadOf', () => {
  it('is the model of the camera, also of one that is off', () => {
    assert.ok(SENSORS.camera);
    const camera = { ...SENSORS.camera, model: 'Camera 1st Generation', online: false } as const;
    assert.equal(payloadOf({ camera }), 'Camera 1st Generation');
  });

  it('tells no payload from another payload', () => {
    assert.equal(payloadOf({ payload: 'None' }), 'none');
    assert.equal(payloadOf({ payload: 'Other' }), 'other payload');
  });

  it('is unknown while the Kite is silent', () => {
    assert.equal(payloadOf({}), undefined);
    assert.equal(payloadOf(undefined), undefined);
  });
});

describe('isCamera', () => {
  it('is true for the payloads that can be switched on and off', () => {
    assert.deepEqual(
      PAYLOADS.filter((payload) => !isCamera(payload)),
      ['none', 'other payload'],
    );
    assert.equal(isCamera(undefined), false);
  });
});
