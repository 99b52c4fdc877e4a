import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PALETTE_STOPS, paletteColour } from '@kitestring/station-contract/videostreams/palette-stops.ts';
import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';
import { isothermSteps, PaletteInverse, paintIsotherm } from './isotherm.ts';

/** Steps of 256 by which a step found may be wrong: cells of four levels, and a palette that hardly changes there. */
const OFF_BY = { WhiteHot: 2, BlackHot: 2, Ironbow: 8, Rainbow: 8 } as const;

describe('the isotherm', () => {
  for (const [palette, mostSteps] of Object.entries(OFF_BY)) {
    it(`finds the place of every colour of ${palette} within ${mostSteps} of 256 steps`, () => {
      const name = palette as keyof typeof OFF_BY;
      const inverse = new PaletteInverse(name);
      for (let step = 0; step < 256; step += 1) {
        const [red, green, blue] = paletteColour(PALETTE_STOPS[name], step / 255).map(Math.round) as [
          number,
          number,
          number,
        ];
        const found = inverse.colorStep(red, green, blue);
        assert.ok(Math.abs(found - step) <= mostSteps, `${step} was found as ${found}`);
      }
    });
  }

  it('takes a colour that the codec has bent for the nearest of the palette', () => {
    for (const palette of THERMAL_COLOR_PALETTES) {
      const found = new PaletteInverse(palette).colorStep(250, 250, 250);
      assert.ok(found >= 0 && found <= 255);
    }
    assert.ok(new PaletteInverse('WhiteHot').colorStep(120, 131, 126) - 126 < 4);
  });

  it('begins at the step of the limit, and has none beyond the scale', () => {
    const scale = { low_c: 10, high_c: 30 };
    assert.deepEqual(isothermSteps(scale, 'above', 20), { from: 128, to: 255 });
    assert.deepEqual(isothermSteps(scale, 'below', 20), { from: 0, to: 128 });
    assert.deepEqual(isothermSteps(scale, 'above', 30), { from: 255, to: 255 });
    assert.equal(isothermSteps(scale, 'above', 31), undefined);
    assert.equal(isothermSteps(scale, 'below', 9), undefined);
  });

  it('colours what is in, and nothing else', () => {
    const pixels = Uint8ClampedArray.from([0, 0, 0, 255, 130, 130, 130, 255, 255, 255, 255, 255]);
    paintIsotherm(pixels, new PaletteInverse('WhiteHot'), { from: 200, to: 255 }, [255, 0, 80, 200]);
    assert.deepEqual([...pixels], [255, 0, 80, 0, 255, 0, 80, 0, 255, 0, 80, 200]);
  });
});
