import type { PlotSource } from './use-flight-history.ts';

/** Samples of the page, preceded by measurements of the station: a page that was just loaded has no samples. */
export function withEarlier(seen: PlotSource, earlier: PlotSource, earlierEndedS: number | undefined): PlotSource {
  return {
    has: (name) => seen.has(name) || earlier.has(name),
    columns: (names, fromS, nowS) => {
      const [times, ...lines] = seen.columns(names, fromS, nowS);
      if (earlierEndedS === undefined) return [times, ...lines];
      const [ages, ...before] = earlier.columns(names, fromS, nowS);
      const firstS = times[0] ?? 0;
      const at = ages.map((age) => earlierEndedS - nowS + age);
      const isBefore = (_: unknown, index: number) => (at[index] ?? 0) < firstS && (at[index] ?? 0) >= fromS - nowS;
      return [
        [...at.filter(isBefore), ...times],
        ...lines.map((line, index) => [...(before[index] ?? []).filter(isBefore), ...line]),
      ];
    },
  };
}
