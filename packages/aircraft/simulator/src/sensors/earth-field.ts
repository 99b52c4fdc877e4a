import { RAD_PER_DEG } from '../angle.ts';
import { type GeodeticPosition, toEcef } from '../geodesy.ts';
import { COEFFICIENTS_NT } from './world-magnetic-model.ts';

/** The Earth's magnetic field, microtesla. */
export interface EarthField {
  readonly northUt: number;
  readonly eastUt: number;
  readonly downUt: number;
}

/** Reference radius of the model, metres. */
const RADIUS_M = 6_371_200;
const MICROTESLA_PER_NT = 1e-3;
/** At the poles themselves the model has no east. */
const MOST_LAT_DEG = 89.999;

/**
 * The field at a position by the World Magnetic Model: gradient of its potential, in the frame of the ellipsoid's
 * vertical.
 */
export function earthField(place: GeodeticPosition): EarthField {
  const latDeg = Math.max(-MOST_LAT_DEG, Math.min(MOST_LAT_DEG, place.latDeg));
  const [x, y, z] = toEcef({ ...place, latDeg });
  const radius = Math.hypot(x, y, z);
  const geocentricLat = Math.asin(z / radius);
  const { northNt, eastNt, downNt } = geocentricField(radius, geocentricLat, place.lonDeg * RAD_PER_DEG);
  const turn = geocentricLat - latDeg * RAD_PER_DEG;
  return {
    northUt: (northNt * Math.cos(turn) - downNt * Math.sin(turn)) * MICROTESLA_PER_NT,
    eastUt: eastNt * MICROTESLA_PER_NT,
    downUt: (northNt * Math.sin(turn) + downNt * Math.cos(turn)) * MICROTESLA_PER_NT,
  };
}

function geocentricField(radiusM: number, lat: number, lon: number) {
  const legendre = new Legendre(Math.sin(lat), Math.cos(lat));
  let northNt = 0;
  let eastNt = 0;
  let downNt = 0;
  for (let degree = 1; degree <= COEFFICIENTS_NT.length; degree += 1) {
    const scale = (RADIUS_M / radiusM) ** (degree + 2);
    const row = COEFFICIENTS_NT[degree - 1] as readonly number[];
    for (let order = 0; order <= degree; order += 1) {
      const g = row[2 * order]!;
      const h = row[2 * order + 1]!;
      const along = g * Math.cos(order * lon) + h * Math.sin(order * lon);
      const across = g * Math.sin(order * lon) - h * Math.cos(order * lon);
      northNt -= scale * along * legendre.slope(degree, order);
      eastNt += (scale * order * across * legendre.value(degree, order)) / Math.cos(lat);
      downNt -= scale * (degree + 1) * along * legendre.value(degree, order);
    }
  }
  return { northNt, eastNt, downNt };
}

/**
 * Associated Legendre functions of the sine of latitude, Schmidt semi-normalised, and their derivatives by latitude.
 */
class Legendre {
  readonly #values: number[][] = [[1]];
  readonly #sine: number;
  readonly #cosine: number;

  constructor(sine: number, cosine: number) {
    this.#sine = sine;
    this.#cosine = cosine;
    for (let degree = 1; degree <= COEFFICIENTS_NT.length + 1; degree += 1) this.#values.push(this.#row(degree));
  }

  value(degree: number, order: number): number {
    return this.#values[degree]?.[order] ?? 0;
  }

  /** By the recurrence over the next degree. */
  slope(degree: number, order: number): number {
    const next = Math.sqrt((degree + 1) ** 2 - order ** 2) * this.value(degree + 1, order);
    return ((degree + 1) * this.#sine * this.value(degree, order) - next) / this.#cosine;
  }

  #row(degree: number): number[] {
    return Array.from({ length: degree + 1 }, (_, order) => {
      if (order === degree) {
        const first = degree === 1 ? 1 : Math.sqrt(1 - 1 / (2 * degree));
        return first * this.#cosine * this.value(degree - 1, degree - 1);
      }
      const last = degree < 2 ? 0 : Math.sqrt((degree - 1) ** 2 - order ** 2) * this.value(degree - 2, order);
      const here = (2 * degree - 1) * this.#sine * this.value(degree - 1, order);
      return (here - last) / Math.sqrt(degree ** 2 - order ** 2);
    });
  }
}
