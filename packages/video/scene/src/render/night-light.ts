import type { Face } from '../raster/face.ts';
import type { Body } from '../world/body.ts';
import { type LocalLight, lightAt, type SceneLight } from '../world/lights.ts';
import type { SceneWorld } from '../world/world.ts';

/** Light of the lamps and the fire on objects. That on static ones is computed once. */
export class NightLight {
  readonly #lights: readonly SceneLight[];
  /** Per static body, for its shape and for the simplified one: light and colour of each face, then of its leaves. */
  readonly #still = new Map<Body, readonly [Float32Array | undefined, Float32Array | undefined]>();
  readonly #found: LocalLight = { light: 0, cb: 0, cr: 0 };

  constructor({ lights }: SceneWorld) {
    this.#lights = lights.lights;
  }

  /** Light on each face, three numbers: light, and its colour times it. The last three are for leaves. */
  ofStill(body: Body, isSimple: boolean): Float32Array {
    const kept = this.#still.get(body) ?? [undefined, undefined];
    const found = kept[isSimple ? 1 : 0];
    if (found !== undefined) return found;
    const faces = isSimple ? body.shape.farFaces : body.shape.faces;
    const values = new Float32Array(3 * faces.length + 3);
    for (const [index, face] of faces.entries()) this.#store(values, 3 * index, this.#onFace(body, face));
    this.#store(values, 3 * faces.length, this.ofMoving(body));
    this.#still.set(body, isSimple ? [kept[0], values] : [values, kept[1]]);
    return values;
  }

  /** Light on an object as a whole. Valid until the next call. */
  ofMoving({ eastM, northM, shape, upM }: Body): LocalLight {
    lightAt(this.#lights, eastM, northM, upM + shape.midUpM, 0, 0, 0, this.#found);
    return this.#found;
  }

  #store(values: Float32Array, at: number, { cb, cr, light }: LocalLight): void {
    values[at] = light;
    values[at + 1] = cb;
    values[at + 2] = cr;
  }

  /** Mean of points between its middle and its corners. */
  #onFace({ cos, eastM, northM, sin, upM }: Body, { corners, isTwoSided, normal }: Face): LocalLight {
    const count = corners.length / 3;
    const middle = [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let corner = 0; corner < count; corner += 1) sum += corners[3 * corner + axis]!;
      return sum / count;
    });
    const [nx, ny] = [normal[0]! * cos - normal[1]! * sin, normal[0]! * sin + normal[1]! * cos];
    const mean: LocalLight = { light: 0, cb: 0, cr: 0 };
    for (let corner = 0; corner < count; corner += 1) {
      const [x = 0, y = 0, up = 0] = middle.map((value, axis) => (value + corners[3 * corner + axis]!) / 2);
      const [east, north] = [eastM + x * cos - y * sin, northM + x * sin + y * cos];
      const [a, b, c] = isTwoSided ? [0, 0, 0] : [nx, ny, normal[2]!];
      lightAt(this.#lights, east, north, upM + up, a, b, c, this.#found);
      mean.light += this.#found.light / count;
      mean.cb += this.#found.cb / count;
      mean.cr += this.#found.cr / count;
    }
    return mean;
  }
}
