import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { FlightFilm } from '@kitestring/station-contract/station/flights.ts';

/** A video with its position on the timeline, microseconds of station time. */
export interface PlacedFilm {
  readonly film: FlightFilm;
  readonly fromUs: number;
  readonly toUs: number;
}

export const placed = (film: FlightFilm): PlacedFilm => ({
  film,
  fromUs: parseTimestamp(film.from_time) ?? 0,
  toUs: parseTimestamp(film.to_time) ?? 0,
});

/** The video at this time; undefined in a gap. */
export const filmAt = (films: readonly PlacedFilm[], timeUs: number): PlacedFilm | undefined =>
  films.findLast(({ fromUs, toUs }) => timeUs >= fromUs && timeUs < toUs);

/** Seconds of video per second of station time. */
export const filmRate = ({ film, fromUs, toUs }: PlacedFilm): number =>
  (film.duration_s * 1e6) / Math.max(1, toUs - fromUs);

/** Position of this moment in the video, seconds from its start. */
export const filmTimeS = (place: PlacedFilm, timeUs: number): number =>
  ((timeUs - place.fromUs) / 1e6) * filmRate(place);

export const stationTimeUs = (place: PlacedFilm, timeS: number): number =>
  place.fromUs + (timeS / filmRate(place)) * 1e6;

/** If the video is ahead by more than this it waits; if further off it seeks. */
const AHEAD_S = 0.3;
const BEHIND_S = 0.3;
const FAR_AHEAD_S = 1.5;
/** Playback rates supported by browsers (HTML media). */
const RATE_MIN = 0.0625;
const RATE_MAX = 16;

/** Step that keeps a video in sync: play at a rate, wait, or seek. */
type SyncStep =
  | { readonly act: 'play'; readonly rate: number }
  | { readonly act: 'wait' }
  | { readonly act: 'seek'; readonly rate: number | undefined };

/**
 * @param wantedS target position
 * @param rate of the replay in seconds of video per second; 0 while paused
 * @param pictureS duration of a picture
 */
export function filmStep(currentS: number, wantedS: number, rate: number, pictureS: number): SyncStep {
  const aheadS = currentS - wantedS;
  const isPlayable = rate >= RATE_MIN && rate <= RATE_MAX;
  if (!isPlayable) return Math.abs(aheadS) > pictureS / 2 ? { act: 'seek', rate: undefined } : { act: 'wait' };
  const slack = Math.max(1, rate);
  if (aheadS < -BEHIND_S * slack || aheadS > FAR_AHEAD_S * slack) return { act: 'seek', rate };
  return aheadS > AHEAD_S * slack ? { act: 'wait' } : { act: 'play', rate };
}
