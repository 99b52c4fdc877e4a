import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { FlightData, FlightDetails } from '@kitestring/station-contract/station/flights.ts';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useReading } from '../station/use-reading.ts';
import { PIECE, pieceFor, sampleAt, timeOf } from './flight-moment.ts';
import { ReplayClock, type ReplayTime } from './replay-clock.ts';
import type { ShownFilm } from './replay-film.tsx';

/** Maximum wait for a video that does not load. */
const HELD_MAX_MS = 5000;

/** The time of a replay, which waits for the visible videos. */
export function useReplayClock(
  flight: FlightDetails | undefined,
  films: readonly RefObject<ShownFilm | undefined>[],
): { readonly clock: ReplayClock; readonly time: ReplayTime } {
  const { log_from = '', log_to = '', started = '' } = flight ?? {};
  const clock = useMemo(
    () => new ReplayClock(timeOf(log_from), timeOf(log_to), timeOf(started)),
    [log_from, log_to, started],
  );
  const time = useSyncExternalStore(clock.subscribe, clock.snapshot);
  const shown = useRef(films);
  useEffect(() => {
    let lastMs = performance.now();
    let heldMs = 0;
    const tick = (nowMs: number) => {
      const passedMs = Math.min(250, Math.max(0, nowMs - lastMs));
      lastMs = nowMs;
      const isLate = shown.current.some(({ current }) => current?.isLate === true);
      heldMs = isLate ? heldMs + passedMs : 0;
      if (!isLate || heldMs > HELD_MAX_MS) clock.tick(passedMs);
      frame = requestAnimationFrame(tick);
    };
    let frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [clock]);
  return { clock, time };
}

/** Samples of the whole flight for the plots, and fine ones for the current time. */
export function useFlightReadings(flightId: string, timeUs: number) {
  const overview = useReading(
    ({ station }, signal): Promise<FlightData> =>
      station.getFlightData({ flight_id: flightId }, { points: 600 }, { signal }),
  );
  const [piece, setPiece] = useState<number>();
  const wanted = timeUs > 0 ? pieceFor(timeUs, piece) : undefined;
  useEffect(() => setPiece(wanted), [wanted]);
  const fine = useReading(
    ({ station }, signal): Promise<FlightData> =>
      station.getFlightData(
        { flight_id: flightId },
        {
          from_time: formatTimestamp(Math.round(piece ?? 0)),
          to_time: formatTimestamp(Math.round((piece ?? 0) + PIECE.lengthUs)),
          points: PIECE.points,
        },
        { signal },
      ),
    { key: String(piece), isOff: piece === undefined },
  );
  // Until the fine samples of this time are loaded, the coarse ones are used.
  const isFine = fine.value !== undefined && isWithin(fine.value, timeUs);
  const data = isFine ? fine.value : overview.value;
  return {
    overview: overview.value,
    sample: data && sampleAt(data, timeUs),
    trouble: overview.trouble ?? fine.trouble,
  };
}

const isWithin = ({ altitude, from_time, period_s }: FlightData, timeUs: number): boolean =>
  timeUs >= timeOf(from_time) && timeUs < timeOf(from_time) + altitude.length * period_s * 1e6;
