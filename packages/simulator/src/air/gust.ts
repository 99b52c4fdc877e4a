/** One gust of the shape 1 - cos. Source of the shape: MIL-F-8785C, discrete gust. */
export interface Gust {
  /** Speed added at the peak, m/s. */
  readonly peakMps: number;
  readonly riseS: number;
  readonly holdS: number;
  readonly fallS: number;
  /** Where it comes from, degrees from North. The mean wind's direction when absent. */
  readonly fromDeg?: number;
  /** Heights up to which it is whole and from which on there is nothing of it, metres. The same at all heights when absent. */
  readonly fadesM?: readonly [wholeM: number, goneM: number];
}

/** Speed that the gust adds this long after its begin, m/s. */
export function gustMps(gust: Gust, sinceS: number): number {
  const { peakMps, riseS, holdS, fallS } = gust;
  if (sinceS <= 0) return 0;
  if (sinceS < riseS) return (peakMps / 2) * (1 - Math.cos((Math.PI * sinceS) / riseS));
  if (sinceS <= riseS + holdS) return peakMps;
  const fallingS = sinceS - riseS - holdS;
  return fallingS < fallS ? (peakMps / 2) * (1 + Math.cos((Math.PI * fallingS) / fallS)) : 0;
}

/** Share of the gust at this height. */
export function gustShare({ fadesM }: Gust, heightM: number): number {
  if (fadesM === undefined) return 1;
  const [wholeM, goneM] = fadesM;
  return Math.max(0, Math.min(1, (goneM - heightM) / (goneM - wholeM)));
}
