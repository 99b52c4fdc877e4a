import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { storeFault } from '@kitestring/base/store-fault.ts';
import { StoreFaults } from './store-faults.ts';

const FULL = storeFault('STORE_UNWRITABLE', '/data/station.sqlite', Object.assign(new Error('full'), { errcode: 13 }));

function faultsUnderTest() {
  const lines: string[] = [];
  const say = (fields: object, message: string) => lines.push(`${message} ${'faults' in fields ? fields.faults : ''}`);
  let usable = false;
  const faults = new StoreFaults({ log: { ...SILENT_LOG, error: say, info: say }, isUsable: () => usable });
  return { faults, lines, mend: () => (usable = true) };
}

describe('faults of the store', () => {
  it('are logged once and then counted, until it can be used again', () => {
    const { faults, lines, mend } = faultsUnderTest();
    for (let count = 0; count < 500; count += 1) faults.report(FULL);
    faults.look();
    assert.equal(lines.length, 1);
    assert.equal(faults.reason, 'the disk is full');
    mend();
    faults.look();
    faults.look();
    assert.deepEqual(lines[1], 'the store can be used again 500');
    assert.deepEqual([lines.length, faults.reason, faults.total], [2, undefined, 500]);
    faults.report(FULL);
    assert.equal(lines.length, 3, 'the next trouble is logged again');
  });

  it('that are bugs are logged each time', () => {
    const { faults, lines } = faultsUnderTest();
    for (let count = 0; count < 2; count += 1) faults.report(new TypeError('bug'));
    assert.deepEqual([lines.length, faults.reason], [2, undefined]);
  });
});
