import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lens, lensOf } from '../src/camera/lens.ts';
import type { CameraPose } from '../src/camera/pose.ts';
import { makeFrame } from '../src/raster/canvas.ts';
import { ColourRenderer } from '../src/render/colour-renderer.ts';
import { CLEAR_DAY } from '../src/render/conditions.ts';
import { longWaveVisibility, visibilityInRain } from '../src/sky/haze-table.ts';
import { buildWorld } from '../src/world/world.ts';

const COLOUR = lensOf('Camera 2nd Generation', 'zoom') as Lens;
const POSE: CameraPose = { eastM: 0, northM: 0, upM: 40, panDeg: 320, tiltDeg: 12, rollDeg: 0, zoom: 1 };

describe('fog', () => {
  it('leaves of a contrast what Koschmieder says, exp(-3.912 distance / visibility), at measured distances in the picture', () => {
    const renderer = new ColourRenderer(buildWorld(7), 640, 360);
    const draw = (visibilityM: number) => {
      const frame = makeFrame(640, 360);
      renderer.draw(frame, POSE, COLOUR, { ...CLEAR_DAY, visibilityM, tether: [] });
      return frame.luma;
    };
    const [clear, fog, white] = [draw(1e7), draw(400), draw(20)];
    let [seen, wrong] = [0, 0];
    for (let y = 120; y < 360; y += 3) {
      for (let x = 0; x < 640; x += 3) {
        const distanceM = renderer.depthAt(x, y);
        const at = y * 640 + x;
        const contrast = clear[at]! - white[0]!;
        if (distanceM === undefined || Math.abs(contrast) < 80) continue;
        const left = (fog[at]! - white[0]!) / contrast;
        seen += 1;
        if (Math.abs(left - Math.exp((-3.912 * distanceM) / 400)) > 0.05) wrong += 1;
      }
    }
    assert.ok(seen > 500, `only ${seen} pixels`);
    assert.ok(wrong < 0.02 * seen, `${wrong} of ${seen}`);
  });

  it('stops long-wave infrared when it is dense, as published: 5,900 m at 1,220, 293 at 305, 87 at 92', () => {
    assert.deepEqual([1220, 610, 305, 92].map(longWaveVisibility).map(Math.round), [5900, 2400, 293, 87]);
    assert.equal(longWaveVisibility(14_000), 28_000);
    for (let visibilityM = 20; visibilityM < 20_000; visibilityM *= 1.1) {
      assert.ok(longWaveVisibility(visibilityM * 1.1) >= longWaveVisibility(visibilityM));
    }
  });

  it('and rain add up: 3.38 km in 10 mm/h and 1.15 km in 50 of clear air, by 1.076 R^0.67 dB/km', () => {
    assert.ok(Math.abs(visibilityInRain(1e12, 10) - 3376) < 10, `${visibilityInRain(1e12, 10)}`);
    assert.ok(Math.abs(visibilityInRain(1e12, 50) - 1148) < 5, `${visibilityInRain(1e12, 50)}`);
    assert.ok(Math.abs(visibilityInRain(3376, 10) - 1688) < 5);
    assert.ok(Math.abs(visibilityInRain(14_000) - 14_000) < 1e-6);
  });

  it('is refused with its range, rain too', () => {
    const renderer = new ColourRenderer(buildWorld(7), 320, 180);
    const draw = (part: object) => renderer.draw(makeFrame(320, 180), POSE, COLOUR, { ...CLEAR_DAY, ...part });
    assert.throws(() => draw({ rainMmph: -1 }), /rainMmph of the scene must be from 0 to 300 .*, got -1/);
    assert.throws(() => draw({ visibilityM: 5 }), /visibilityM .* at least 20, got 5/);
  });
});
