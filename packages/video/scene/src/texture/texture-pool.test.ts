import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textureMemory } from './texture-memory.ts';
import { buildTextures, CLEAR, type Texel } from './texture-pool.ts';

const paintHalf = (texel: Texel) => {
  const isLight = texel.u < 0.5;
  texel.red = texel.green = texel.blue = isLight ? 255 : 0;
  texel.heat = isLight ? 200 : 100;
};

describe('textures', () => {
  it('are BT.709 in limited range', () => {
    const { pool, textures } = buildTextures({ half: { bits: 3, paint: paintHalf } });
    const at = textures.half.lumaAt[0]!;
    assert.deepEqual([pool.luma[at], pool.luma[at + 7]], [235, 16]);
    assert.equal(textures.half.peakLuma, 235);
    assert.ok(pool.cb.subarray(0, 16).every((value) => value === 128));
  });

  it('have mip levels that are means of the level above, down to a single texel', () => {
    const { pool, textures } = buildTextures({ half: { bits: 3, paint: paintHalf } });
    const { lumaAt } = textures.half;
    assert.deepEqual([...pool.luma.subarray(lumaAt[2], lumaAt[2]! + 4)], [235, 16, 235, 16]);
    assert.equal(pool.luma[lumaAt[3]!], 126);
    assert.equal(pool.heat[lumaAt[3]!], 150);
  });

  it('are painted once for all threads that share their memory, and again where the thread that had begun is gone', () => {
    let points = 0;
    const paint = (texel: Texel) => {
      points += 1;
      paintHalf(texel);
    };
    const recipes = { one: { bits: 3, paint }, other: { bits: 2, paint } };
    const alone = buildTextures(recipes);
    const memory = textureMemory();
    assert.deepEqual([buildTextures(recipes, memory), buildTextures(recipes, memory)], [alone, alone]);
    assert.equal(points, 2 * (64 + 16));
    // According to the state of the first texture it is being painted.
    const abandoned = textureMemory();
    new Int32Array(abandoned)[0] = 1;
    assert.deepEqual(buildTextures(recipes, abandoned), alone);
  });

  it('keep gaps where most is gap, and the colour of what is solid elsewhere', () => {
    const paint = (texel: Texel) => {
      texel.red = texel.green = texel.blue = 255;
      texel.isSolid = texel.u < 0.5 && texel.v < 0.5;
    };
    const { pool, textures } = buildTextures({ corner: { bits: 1, paint }, other: { bits: 2, paint: paintHalf } });
    assert.equal(pool.luma[textures.corner.lumaAt[1]!], CLEAR);
    assert.equal(pool.luma[textures.other.lumaAt[0]!], 235, 'textures do not overlap');
  });
});
