import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';
import { PALETTES } from './palettes.ts';

const rises = (values: Uint8Array) => values.every((value, step) => step === 0 || value >= values[step - 1]!);

describe('thermal palettes', () => {
  it('are there for every published name, and differ', () => {
    assert.deepEqual(Object.keys(PALETTES).sort(), [...THERMAL_COLOR_PALETTES].sort());
    const tables = Object.values(PALETTES).map(({ luma, cb, cr }) => [...luma, ...cb, ...cr].join());
    assert.equal(new Set(tables).size, THERMAL_COLOR_PALETTES.length);
  });

  for (const name of ['WhiteHot', 'Ironbow', 'Glowbow', 'Arctic', 'GradedFire'] as const) {
    it(`${name} gets brighter with heat, from dark to bright`, () => {
      const { luma } = PALETTES[name];
      assert.ok(rises(luma));
      assert.ok(luma[0]! < 45 && luma[255]! > 220);
    });
  }

  it('BlackHot is WhiteHot the other way round', () => {
    assert.deepEqual([...PALETTES.BlackHot.luma].reverse(), [...PALETTES.WhiteHot.luma]);
  });

  it('WhiteHot and BlackHot have no colour, Hottest only at the hot end', () => {
    const isGrey = (name: 'WhiteHot' | 'BlackHot' | 'Hottest', end: number) =>
      [...PALETTES[name].cb.subarray(0, end), ...PALETTES[name].cr.subarray(0, end)].every((value) => value === 128);
    assert.ok(isGrey('WhiteHot', 256));
    assert.ok(isGrey('BlackHot', 256));
    assert.ok(isGrey('Hottest', 219));
    assert.ok(PALETTES.Hottest.cr[250]! > 180);
  });

  it('stay in the limited range of video', () => {
    for (const { luma, cb, cr } of Object.values(PALETTES)) {
      assert.ok(luma.every((value) => value >= 16 && value <= 235));
      assert.ok([...cb, ...cr].every((value) => value >= 16 && value <= 240));
    }
  });
});
