import type { PlotSource } from './use-flight-history.ts';

/** Measurements of the station, followed by the samples of the page since they were read. */
export function withEarlier(seen: PlotSource, earlier: PlotSource, earlierEndedS: number | undefined): PlotSource {
  return {
    has: (name) => seen.has(name) || earlier.has(name),
    columns: (names, fromS, nowS) => {
      const [times, ...lines] = seen.columns(names, fromS, nowS);
      if (earlierEndedS === undefined) return [times, ...lines];
      const [ages, ...before] = earlier.columns(names, fromS, nowS);
      const at = ages.map((age) => earlierEndedS - nowS + age);
      const lastS = at.at(-1) ?? Number.NEGATIVE_INFINITY;
      const isShown = (_: unknown, index: number) => (at[index] ?? 0) >= fromS - nowS;
      const isLater = (_: unknown, index: number) => (times[index] ?? 0) > lastS;
      return [
        [...at.filter(isShown), ...times.filter(isLater)],
        ...lines.map((line, index) => [...(before[index] ?? []).filter(isShown), ...line.filter(isLater)]),
      ];
    },
  };
}
