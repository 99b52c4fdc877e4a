import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildTextures } from '../texture/texture-pool.ts';
import { type Corner, type Material, makeFace } from './face.ts';

const { textures } = buildTextures({ any: { bits: 1, paint: () => undefined } });
const material: Material = {
  texture: textures.any,
  hasGaps: false,
  isBright: false,
  unevenness: 0,
  warmth: { kind: 'own', lowC: 0, highC: 1 },
};

describe('a face', () => {
  it('looks to where its corners go anticlockwise, with u along its first edge and v down', () => {
    const wall: Corner[] = [
      [0, 0, 0],
      [8, 0, 0],
      [8, 0, 6],
      [0, 0, 6],
    ];
    const face = makeFace(wall, material, { perU: 0.25, perV: 0.5, from: [0, 0, 6] });
    assert.deepEqual(
      [...face.normal].map((part) => part + 0),
      [0, -1, 0],
    );
    const at = ([x, y, up]: Corner, axis: Float64Array, start: number) =>
      axis[0]! * x + axis[1]! * y + axis[2]! * up + start;
    assert.equal(at([8, 0, 6], face.uAxis, face.uStart), 2);
    assert.equal(at([8, 0, 0], face.vAxis, face.vStart), 3);
  });

  it('is not made of corners on a line', () => {
    const line: Corner[] = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ];
    assert.throws(() => makeFace(line, material, { perU: 1, perV: 1 }), /lie on a line/);
  });
});
