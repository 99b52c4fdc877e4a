import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { controlRequest, keepOperator, keptOperator } from './operator.ts';

const position = { latDeg: 38.9, lonDeg: -77, accuracyM: 12 };
const anna = { name: ' Anna ', sharesPosition: true };

describe('what is said with a request for control', () => {
  it('is the name alone where no Remote ID rule is in force', () => {
    assert.deepEqual(controlRequest(anna, 'DISABLED', position), { operator_name: 'Anna' });
    assert.deepEqual(controlRequest(anna, undefined, position), { operator_name: 'Anna' });
  });

  it('has the position under the rule, when the operator shares it and the browser knows it', () => {
    const withoutPosition = { operator_name: 'Anna', regulatory_mode: 'US_REMOTE_ID_STANDARD' };
    assert.deepEqual(controlRequest(anna, 'US_REMOTE_ID_STANDARD', position), {
      ...withoutPosition,
      operator_gps_lat: 38.9,
      operator_gps_lon: -77,
      operator_gps_accuracy: 12,
    });
    assert.deepEqual(controlRequest(anna, 'US_REMOTE_ID_STANDARD', undefined), withoutPosition);
    const discreet = { ...anna, sharesPosition: false };
    assert.deepEqual(controlRequest(discreet, 'US_REMOTE_ID_STANDARD', position), withoutPosition);
  });
});

describe('the operator of this browser', () => {
  const storageWith = (text: string | undefined) => {
    const kept = new Map(text === undefined ? [] : [['kitestring.operator', text]]);
    const storage: Pick<Storage, 'getItem' | 'setItem'> = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    };
    return storage as Storage;
  };

  it('is kept', () => {
    const storage = storageWith(undefined);
    keepOperator(storage, anna);
    assert.deepEqual(keptOperator(storage), anna);
  });

  it('is nobody when what is kept is damaged', () => {
    for (const text of [undefined, '', 'null', '[]', '{"name":5,"sharesPosition":"yes"}', '{']) {
      assert.deepEqual(keptOperator(storageWith(text)), { name: '', sharesPosition: false });
    }
  });
});
