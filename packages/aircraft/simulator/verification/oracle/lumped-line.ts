/**
 * A level Kite on a line of masses and springs in a uniform wind, in the plane of the wind: explicit steps, each
 * segment with the drag of the relative air across it. Independent of the product's code.
 */
interface LumpedKite {
  readonly lengthM: number;
  /** Time since the start, seconds. */
  readonly windMps: (atS: number) => number;
  readonly liftN: number;
  readonly kiteKg: number;
  readonly massPerM: number;
  readonly dragPerM: number;
  readonly kiteDrag: number;
  /** Stiffness of the line and its path, newton per strain; absent: soft, for swings, which do not depend on it. */
  readonly stiffnessN?: number;
}

const SEGMENTS = 24;
const STEP_S = 0.00015;
const GRAVITY_MPS2 = 9.80665;
/** Softer than the real line, to allow longer steps. */
const STIFFNESS_N = 10_000;

/** Every 0.05 s: position of the Kite along the wind, and the greatest tension at it since the last sample. */
interface Swing {
  readonly placesM: readonly number[];
  readonly topN: readonly number[];
}

/** From rest with a straight line, until this time. */
export function lumpedSwing(kite: LumpedKite, seconds: number, startM: number): Swing {
  const segmentM = kite.lengthM / SEGMENTS;
  const nodeKg = kite.massPerM * segmentM;
  const spring = (kite.stiffnessN ?? STIFFNESS_N) / segmentM;
  const damping = 0.2 * Math.sqrt(spring * nodeKg);
  const [x, z, u, w] = Array.from({ length: 4 }, () => new Float64Array(SEGMENTS + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [fx, fz] = [new Float64Array(SEGMENTS + 1), new Float64Array(SEGMENTS + 1)];
  for (let node = 0; node <= SEGMENTS; node += 1) {
    x[node] = (startM * node) / SEGMENTS;
    z[node] = (Math.sqrt(kite.lengthM ** 2 - startM ** 2) * node) / SEGMENTS;
  }
  const at = (values: Float64Array, node: number) => values[node] as number;
  const add = (values: Float64Array, node: number, more: number) => {
    values[node] = at(values, node) + more;
  };
  const placesM: number[] = [];
  const topN: number[] = [];
  let peakN = 0;
  const every = Math.round(0.05 / STEP_S);
  for (let step = 0; step * STEP_S < seconds; step += 1) {
    fx.fill(0);
    fz.fill(-nodeKg * GRAVITY_MPS2);
    fz[SEGMENTS] = kite.liftN - (nodeKg / 2) * GRAVITY_MPS2;
    const windMps = kite.windMps(step * STEP_S);
    for (let node = 0; node < SEGMENTS; node += 1) {
      const dx = at(x, node + 1) - at(x, node);
      const dz = at(z, node + 1) - at(z, node);
      const size = Math.sqrt(dx * dx + dz * dz);
      const tx = dx / size;
      const tz = dz / size;
      const rate = (at(u, node + 1) - at(u, node)) * tx + (at(w, node + 1) - at(w, node)) * tz;
      const tension = size > segmentM ? Math.max(0, spring * (size - segmentM) + damping * rate) : 0;
      if (node === SEGMENTS - 1) peakN = Math.max(peakN, tension);
      const airX = windMps - (at(u, node) + at(u, node + 1)) / 2;
      const airZ = -(at(w, node) + at(w, node + 1)) / 2;
      const along = airX * tx + airZ * tz;
      const acrossX = airX - along * tx;
      const acrossZ = airZ - along * tz;
      const half = (kite.dragPerM * segmentM * Math.sqrt(acrossX * acrossX + acrossZ * acrossZ)) / 2;
      add(fx, node, tension * tx + half * acrossX);
      add(fz, node, tension * tz + half * acrossZ);
      add(fx, node + 1, half * acrossX - tension * tx);
      add(fz, node + 1, half * acrossZ - tension * tz);
    }
    const [airX, airZ] = [windMps - at(u, SEGMENTS), -at(w, SEGMENTS)];
    const air = Math.sqrt(airX * airX + airZ * airZ);
    add(fx, SEGMENTS, kite.kiteDrag * air * airX);
    add(fz, SEGMENTS, kite.kiteDrag * air * airZ);
    for (let node = 1; node <= SEGMENTS; node += 1) {
      const mass = node === SEGMENTS ? kite.kiteKg + nodeKg / 2 : nodeKg;
      add(u, node, (at(fx, node) / mass) * STEP_S);
      add(w, node, (at(fz, node) / mass) * STEP_S);
      add(x, node, at(u, node) * STEP_S);
      add(z, node, at(w, node) * STEP_S);
    }
    if (step % every !== 0) continue;
    placesM.push(at(x, SEGMENTS));
    topN.push(peakN);
    peakN = 0;
  }
  return { placesM, topN };
}
