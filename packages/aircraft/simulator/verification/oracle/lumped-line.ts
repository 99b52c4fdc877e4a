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
  const add = (values: Float64Array, node: number, more: number) => {
    values[node] = values[node]! + more;
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
      const dx = x[node + 1]! - x[node]!;
      const dz = z[node + 1]! - z[node]!;
      const size = Math.sqrt(dx * dx + dz * dz);
      const tx = dx / size;
      const tz = dz / size;
      const rate = (u[node + 1]! - u[node]!) * tx + (w[node + 1]! - w[node]!) * tz;
      const tension = size > segmentM ? Math.max(0, spring * (size - segmentM) + damping * rate) : 0;
      if (node === SEGMENTS - 1) peakN = Math.max(peakN, tension);
      const airX = windMps - (u[node]! + u[node + 1]!) / 2;
      const airZ = -(w[node]! + w[node + 1]!) / 2;
      const along = airX * tx + airZ * tz;
      const acrossX = airX - along * tx;
      const acrossZ = airZ - along * tz;
      const half = (kite.dragPerM * segmentM * Math.sqrt(acrossX * acrossX + acrossZ * acrossZ)) / 2;
      add(fx, node, tension * tx + half * acrossX);
      add(fz, node, tension * tz + half * acrossZ);
      add(fx, node + 1, half * acrossX - tension * tx);
      add(fz, node + 1, half * acrossZ - tension * tz);
    }
    const [airX, airZ] = [windMps - u[SEGMENTS]!, -w[SEGMENTS]!];
    const air = Math.sqrt(airX * airX + airZ * airZ);
    add(fx, SEGMENTS, kite.kiteDrag * air * airX);
    add(fz, SEGMENTS, kite.kiteDrag * air * airZ);
    for (let node = 1; node <= SEGMENTS; node += 1) {
      const mass = node === SEGMENTS ? kite.kiteKg + nodeKg / 2 : nodeKg;
      add(u, node, (fx[node]! / mass) * STEP_S);
      add(w, node, (fz[node]! / mass) * STEP_S);
      add(x, node, u[node]! * STEP_S);
      add(z, node, w[node]! * STEP_S);
    }
    if (step % every !== 0) continue;
    placesM.push(x[SEGMENTS]!);
    topN.push(peakN);
    peakN = 0;
  }
  return { placesM, topN };
}
