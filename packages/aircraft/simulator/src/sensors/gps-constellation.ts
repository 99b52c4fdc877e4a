import { RAD_PER_DEG } from '../angle.ts';

/** Earth: gravitational constant, km^3/s^2, rotation, rad/s (WGS 84), and mean radius, km. */
const GRAVITATION = 398_600.4418;
const EARTH_TURN_RADPS = 7.292_115e-5;
const EARTH_RADIUS_KM = 6371;

/** Ten sidereal days, seconds: after this both constellations repeat over the same positions. */
export const CONSTELLATION_PERIOD_S = 861_641;

/**
 * The 24 slots of GPS in their planes: right ascension of the node, and arguments of latitude, degrees. GPS SPS
 * Performance Standard (2001), table 3-1.
 */
const GPS_PLANES: readonly (readonly [nodeDeg: number, latitudesDeg: readonly number[]])[] = [
  [272.847, [268.126, 161.786, 11.676, 41.806]],
  [332.847, [80.956, 173.336, 309.976, 204.376]],
  [32.847, [111.876, 11.796, 339.666, 241.556]],
  [92.847, [135.226, 265.446, 35.156, 167.356]],
  [152.847, [197.046, 302.596, 66.066, 333.686]],
  [212.847, [238.886, 345.226, 105.206, 135.346]],
];
const GPS_ORBIT = { inclinationDeg: 55, radiusKm: 26_559.7 };

/** Galileo, a Walker constellation of 24/3/1 (OS Service Definition Document). */
const GALILEO_PLANES = [0, 1, 2].map(
  (plane) => [120 * plane, Array.from({ length: 8 }, (_, slot) => 45 * slot + 15 * plane)] as const,
);
const GALILEO_ORBIT = { inclinationDeg: 56, radiusKm: 29_600.3 };

interface Orbit {
  readonly cosInclination: number;
  readonly sinInclination: number;
  readonly radiusKm: number;
  readonly radps: number;
  /** Argument of latitude, and angle of the node east of the site, at time 0. */
  readonly latitude: number;
  readonly node: number;
}

const orbits = (
  planes: readonly (readonly [number, readonly number[]])[],
  { inclinationDeg, radiusKm }: typeof GPS_ORBIT,
  lonDeg: number,
): Orbit[] =>
  planes.flatMap(([nodeDeg, latitudesDeg]) =>
    latitudesDeg.map((latitudeDeg) => ({
      cosInclination: Math.cos(inclinationDeg * RAD_PER_DEG),
      sinInclination: Math.sin(inclinationDeg * RAD_PER_DEG),
      radiusKm,
      radps: Math.sqrt(GRAVITATION / radiusKm ** 3),
      latitude: latitudeDeg * RAD_PER_DEG,
      node: (nodeDeg - lonDeg) * RAD_PER_DEG,
    })),
  );

/** Satellite positions above a site: circular orbits at their nominal slots. */
export class GpsConstellation {
  readonly #orbits: readonly Orbit[];
  readonly #sinLat: number;
  readonly #cosLat: number;
  /** Directions to the satellites, unit vectors, including those below the horizon. */
  readonly east: Float64Array;
  readonly north: Float64Array;
  readonly up: Float64Array;

  /** @param hasGalileo adds Galileo's satellites to those of GPS */
  constructor(latDeg: number, lonDeg: number, hasGalileo: boolean) {
    const galileo = hasGalileo ? orbits(GALILEO_PLANES, GALILEO_ORBIT, lonDeg) : [];
    this.#orbits = [...orbits(GPS_PLANES, GPS_ORBIT, lonDeg), ...galileo];
    this.#sinLat = Math.sin(latDeg * RAD_PER_DEG);
    this.#cosLat = Math.cos(latDeg * RAD_PER_DEG);
    this.east = new Float64Array(this.#orbits.length);
    this.north = new Float64Array(this.#orbits.length);
    this.up = new Float64Array(this.#orbits.length);
  }

  get size(): number {
    return this.#orbits.length;
  }

  /** Advances sky and Earth to a time, seconds. */
  moveTo(timeS: number): void {
    for (let index = 0; index < this.#orbits.length; index += 1)
      this.#place(index, this.#orbits[index] as Orbit, timeS);
  }

  #place(index: number, orbit: Orbit, timeS: number): void {
    const along = orbit.latitude + orbit.radps * timeS;
    const node = orbit.node - EARTH_TURN_RADPS * timeS;
    const inPlane = Math.cos(along);
    const acrossPlane = Math.sin(along) * orbit.cosInclination;
    // Earth-fixed, x in the meridian of the site.
    const x = orbit.radiusKm * (inPlane * Math.cos(node) - acrossPlane * Math.sin(node));
    const east = orbit.radiusKm * (inPlane * Math.sin(node) + acrossPlane * Math.cos(node));
    const z = orbit.radiusKm * Math.sin(along) * orbit.sinInclination;
    const north = this.#cosLat * z - this.#sinLat * x;
    const up = this.#cosLat * x + this.#sinLat * z - EARTH_RADIUS_KM;
    const distance = Math.sqrt(east * east + north * north + up * up);
    this.east[index] = east / distance;
    this.north[index] = north / distance;
    this.up[index] = up / distance;
  }
}
