import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rotateCameraByAngle } from '@kitestring/station-contract/camera/operations.ts';
import { setAltitude } from '@kitestring/station-contract/flight/operations.ts';
import { requestControl } from '@kitestring/station-contract/handoff/operations.ts';
import { getNotificationHistory } from '@kitestring/station-contract/notifications/operations.ts';
import { checkedBody, type Operation } from '@kitestring/station-contract/operation.ts';
import { setOnvifQuirks } from '@kitestring/station-contract/sim/onvif-operations.ts';
import { injectFault } from '@kitestring/station-contract/sim/operations.ts';
import { setPalette } from '@kitestring/station-contract/videostreams/operations.ts';
import { checkOf, type SchemaCheck } from './validation.ts';

function bodyCheck(op: Operation): SchemaCheck {
  const schema = checkedBody(op);
  assert.ok(schema !== undefined);
  return checkOf(schema);
}

function refusal(check: SchemaCheck, value: unknown) {
  const result = check(value);
  assert.ok(!result.ok);
  return result.refusal;
}

describe('checkOf', () => {
  const altitude = bodyCheck(setAltitude);
  const byAngle = bodyCheck(rotateCameraByAngle);
  const handoff = bodyCheck(requestControl);

  it('gives back what is right', () => {
    assert.deepEqual(altitude({ altitude: 10 }), { ok: true, value: { altitude: 10 } });
  });

  it('names the field, the limit and the value', () => {
    assert.deepEqual(refusal(byAngle, { pan: -200 }), {
      code: 'INVALID_REQUEST',
      message: 'pan must be >= -180, got -200',
      details: [{ path: '/pan', message: 'must be >= -180, got -200' }],
    });
  });

  it('takes no text for a number', () => {
    assert.equal(refusal(altitude, { altitude: '10' }).message, 'altitude must be a number, got "10"');
  });

  it('names what is missing', () => {
    assert.deepEqual(refusal(altitude, {}).details, [{ path: '/altitude', message: 'is missing' }]);
  });

  it('names properties of a command that it does not know', () => {
    assert.deepEqual(refusal(byAngle, { pann: 5, 'a/b': 1 }), {
      code: 'INVALID_REQUEST',
      message: 'pann is not a known property; a/b is not a known property',
      details: [
        { path: '/pann', message: 'is not a known property' },
        { path: '/a~1b', message: 'is not a known property' },
      ],
    });
  });

  it('ignores them where the operation says so', () => {
    assert.equal(handoff({ operator_name: 'M. Rossi', shoe_size: 42 }).ok, true);
  });

  it('lists the choices', () => {
    const { message } = refusal(bodyCheck(setPalette), { thermal_color_palette: 'Pink' });
    assert.match(message, /^thermal_color_palette must be one of \w+(, \w+)+, got "Pink"$/);
  });

  it('names every field that is wrong', () => {
    const { details } = refusal(byAngle, { pan: true, tilt: 181 });
    assert.deepEqual(
      details?.map(({ path }) => path),
      ['/pan', '/tilt'],
    );
  });

  for (const [value, message] of [
    [[], 'the body must be an object, got a list'],
    [null, 'the body must be an object, got null'],
    ['text', 'the body must be an object, got "text"'],
  ] as const) {
    it(`refuses ${JSON.stringify(value)} for an object`, () => assert.equal(refusal(altitude, value).message, message));
  }

  it('answers thousands of wrong fields with a short list', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index]));
    const { details = [] } = refusal(altitude, { altitude: 5, ...many });
    assert.ok(details.length > 0 && details.length <= 20, `${details.length} details`);
  });

  it('says where a query parameter is', () => {
    assert.ok(getNotificationHistory.query !== undefined);
    const history = checkOf(getNotificationHistory.query, 'query');
    assert.deepEqual(refusal(history, { from_time: 'yesterday' }), {
      code: 'INVALID_REQUEST',
      message: 'from_time must be an RFC 3339 date and time, got "yesterday"',
      details: [{ path: 'query/from_time', message: 'must be an RFC 3339 date and time, got "yesterday"' }],
    });
  });
});

describe('the message of many faults', () => {
  it('is short, counts those that do not fit, and has all in its details', () => {
    const { details, message } = refusal(bodyCheck(setOnvifQuirks), { active: [1, 2, 3, 4, 5] });
    assert.equal(details?.length, 5);
    assert.match(message, /^active\.0 must be one of stuck_moving, .*, got 1; .* got 3; 2 more$/);
    assert.ok(message.length < 1600);
  });
});

describe('checkOf a choice by type', () => {
  const check = bodyCheck(injectFault);

  it('gives back what is right', () => {
    const fault = { type: 'gps_loss', duration: 5, parameters: { receiver: 'kite' } };
    assert.deepEqual(check(fault), { ok: true, value: fault });
  });

  it('finds fault by the schema of the type that is named', () => {
    assert.deepEqual(refusal(check, { type: 'tether_cut', parameters: { at_m: -1, peak_mps: 3 } }).details, [
      { path: '/parameters/peak_mps', message: 'is not a known property' },
      { path: '/parameters/at_m', message: 'must be >= 0, got -1' },
    ]);
  });

  it('names the types when there is none, or another', () => {
    assert.match(refusal(check, {}).message, /^type is missing; it must be one of gps_loss, .*storage_full$/);
    assert.match(refusal(check, { type: 7 }).message, /^type must be one of gps_loss, .*storage_full, got 7$/);
    assert.match(refusal(check, { type: 'toString' }).message, /got "toString"$/);
  });

  it('refuses what is no object', () => {
    for (const value of [null, 'gps_loss', [], 5]) {
      assert.match(refusal(check, value).message, /^the body must be an object, got /);
    }
  });
});
