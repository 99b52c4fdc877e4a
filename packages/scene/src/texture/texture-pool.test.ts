import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildTextures, CLEAR, type Texel } from './texture-pool.ts';

const paintHalf = (texel: Texel) => {
  const isLight = texel.u < 0.5;
  texel.red = texel.green = texel.blue = isLight ? 255 : 0;
  texel.heat = isLight ? 200 : 100;
};

describe('textures', () => {
  it('are BT.709 in limited range', () => {
    const { pool, textures } = buildTextures({ half: { bits: 3, paint: paintHalf } });
    const at = textures.half.lumaAt[0] as number;
    assert.deepEqual([pool.luma[at], pool.luma[at + 7]], [235, 16]);
    assert.equal(textures.half.peakLuma, 235);
    assert.ok(pool.cb.subarray(0, 16).every((value) => value === 128));
  });

  it('have mip levels that are means of the level above, down to a single texel', () => {
    const { pool, textures } = buildTextures({ half: { bits: 3, paint: paintHalf } });
    const { lumaAt } = textures.half;
    assert.deepEqual([...pool.luma.subarray(lumaAt[2], (lumaAt[2] as number) + 4)], [235, 16, 235, 16]);
    assert.equal(pool.luma[lumaAt[3] as number], 126);
    assert.equal(pool.heat[lumaAt[3] as number], 150);
  });

  it('keep gaps where most is gap, and the colour of what is solid elsewhere', () => {
    const paint = (texel: Texel) => {
      texel.red = texel.green = texel.blue = 255;
      texel.isSolid = texel.u < 0.5 && texel.v < 0.5;
    };
    const { pool, textures } = buildTextures({ corner: { bits: 1, paint }, other: { bits: 2, paint: paintHalf } });
    assert.equal(pool.luma[textures.corner.lumaAt[1] as number], CLEAR);
    assert.equal(pool.luma[textures.other.lumaAt[0] as number], 235, 'textures do not overlap');
  });
});
