/** One gust of 1 - cos shape. Source: MIL-F-8785C, discrete gust. */
export interface Gust {
  /** Speed added at the peak, m/s. */
  readonly peakMps: number;
  readonly riseS: number;
  readonly holdS: number;
  readonly fallS: number;
  /** Where it comes from, degrees from North. The mean wind's direction when absent. */
  readonly fromDeg?: number;
  /**
   * Height up to which the gust has full strength, and height from which it is zero, metres. Absent: the same at all
   * heights.
   */
  readonly fadesM?: readonly [wholeM: number, goneM: number];
}

/** Speed added by the gust at this time after its start, m/s. */
export function gustMps(gust: Gust, sinceS: number): number {
  const { peakMps, riseS, holdS, fallS } = gust;
  if (sinceS <= 0) return 0;
  if (sinceS < riseS) return (peakMps / 2) * (1 - Math.cos((Math.PI * sinceS) / riseS));
  if (sinceS <= riseS + holdS) return peakMps;
  const fallingS = sinceS - riseS - holdS;
  return fallingS < fallS ? (peakMps / 2) * (1 + Math.cos((Math.PI * fallingS) / fallS)) : 0;
}

/** Share of the gust's strength at this height. */
export function gustShare({ fadesM }: Gust, heightM: number): number {
  if (fadesM === undefined) return 1;
  const [wholeM, goneM] = fadesM;
  return Math.max(0, Math.min(1, (goneM - heightM) / (goneM - wholeM)));
}
