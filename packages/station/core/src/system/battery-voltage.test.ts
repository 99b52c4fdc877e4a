import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVoltageWrong, restingCellV } from './battery-voltage.ts';

describe('the voltage of a backup battery', () => {
  it('rises with the charge, and stays what it is beyond empty and full', () => {
    assert.deepEqual([-5, 0, 50, 100, 130].map(restingCellV), [3.0, 3.0, 3.74, 4.17, 4.17]);
    for (let percent = 1; percent <= 100; percent += 1) {
      assert.ok(restingCellV(percent) > restingCellV(percent - 1), `${percent} %`);
    }
    assert.ok(Math.abs(restingCellV(77) - 3.964) < 0.001);
  });

  const table: [string, number, number | undefined, boolean][] = [
    ['full and in order', 16.69, 100, false],
    ['half empty and in order', 14.97, 50, false],
    ['full, one cell 0.4 V weak: within what a measurement may be wrong', 16.29, 100, false],
    ['full, one cell 0.8 V weak', 15.89, 100, true],
    ['half empty with the voltage of an empty one', 12.6, 50, true],
    ['empty and in order', 12.0, 0, false],
    ['overcharged', 17.3, 100, true],
    ['of unknown charge, as good as empty', 12.5, undefined, true],
    ['of unknown charge, in order', 15, undefined, false],
  ];
  for (const [name, voltageV, percent, isWrong] of table) {
    it(`${name}: ${voltageV} V is ${isWrong ? 'wrong' : 'right'}`, () => {
      assert.equal(isVoltageWrong({ voltageV, percent, cells: 4, toleranceV: 0.15 }), isWrong);
    });
  }
});
