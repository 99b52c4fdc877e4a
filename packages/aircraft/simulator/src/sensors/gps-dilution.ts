/** Directions to satellites, unit vectors. */
interface Directions {
  readonly east: Float64Array;
  readonly north: Float64Array;
  readonly up: Float64Array;
}

/** Dilution of precision: how range errors map to position errors for the visible satellites. */
export class GpsDilution {
  /** Number of visible satellites. */
  satellites = 0;
  /** Dilution of the position, horizontal and vertical; infinite where it is undetermined. */
  horizontal = Number.POSITIVE_INFINITY;
  vertical = Number.POSITIVE_INFINITY;

  /** @param seen 1 for each visible satellite, else 0 */
  update({ east, north, up }: Directions, seen: Uint8Array): void {
    let count = 0;
    let meanEast = 0;
    let meanNorth = 0;
    let meanUp = 0;
    for (let index = 0; index < seen.length; index += 1) {
      if (seen[index] === 0) continue;
      count += 1;
      meanEast += east[index]!;
      meanNorth += north[index]!;
      meanUp += up[index]!;
    }
    this.satellites = count;
    this.horizontal = Number.POSITIVE_INFINITY;
    this.vertical = Number.POSITIVE_INFINITY;
    if (count < 4) return;
    this.#invert({ east, north, up }, seen, meanEast / count, meanNorth / count, meanUp / count);
  }

  /** Eliminating the receiver's clock subtracts the mean direction: a matrix of three rows remains. */
  #invert(
    { east, north, up }: Directions,
    seen: Uint8Array,
    meanEast: number,
    meanNorth: number,
    meanUp: number,
  ): void {
    let ee = 0;
    let en = 0;
    let eu = 0;
    let nn = 0;
    let nu = 0;
    let uu = 0;
    for (let index = 0; index < seen.length; index += 1) {
      if (seen[index] === 0) continue;
      const e = east[index]! - meanEast;
      const n = north[index]! - meanNorth;
      const u = up[index]! - meanUp;
      ee += e * e;
      en += e * n;
      eu += e * u;
      nn += n * n;
      nu += n * u;
      uu += u * u;
    }
    const determinant = ee * (nn * uu - nu * nu) - en * (en * uu - nu * eu) + eu * (en * nu - nn * eu);
    // Satellites on one cone make it 0, up to rounding.
    if (determinant < 1e-9) return;
    this.horizontal = Math.sqrt((nn * uu - nu * nu + ee * uu - eu * eu) / determinant);
    this.vertical = Math.sqrt((ee * nn - en * en) / determinant);
  }
}
