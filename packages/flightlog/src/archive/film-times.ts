import type { FlightFilm } from '@kitestring/contract/station/flights.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { RecordingRecord, VideoFileRecord } from '@kitestring/station/ports/recording-store.ts';

/** Longest delay of the first picture after the start of a recording. */
const FIRST_PICTURE_MAX_US = 20e6;

/** The films of a recording on the time line of the station. Films say when they began in UTC. */
export function filmsOf({ films = [], id, startedUs, stoppedUs, videos }: RecordingRecord): readonly FlightFilm[] {
  if (films.length === 0 || stoppedUs === undefined) return [];
  const toStationUs = stationTimeOf(films, startedUs, stoppedUs);
  return films.flatMap((film) => {
    const type = typeOf(film, videos);
    if (type === undefined) return [];
    const { durationS: duration_s, fileId: file_id, startedUs: fromUs } = film;
    const from_time = formatTimestamp(toStationUs(fromUs));
    const to_time = formatTimestamp(toStationUs(fromUs + duration_s * 1e6));
    return [{ recording_id: id, file_id, type, from_time, to_time, duration_s }];
  });
}

/**
 * Station time is UTC, but in a simulation at another speed, or with a jump of its clock: then the whole of the films lies
 * between start and stop of the recording.
 */
function stationTimeOf(films: readonly VideoFileRecord[], startedUs: number, stoppedUs: number) {
  const firstUs = Math.min(...films.map((film) => film.startedUs));
  const lastUs = Math.max(...films.map((film) => film.startedUs + film.durationS * 1e6));
  const isSameTime = firstUs >= startedUs && lastUs <= stoppedUs + 1e6 && firstUs - startedUs < FIRST_PICTURE_MAX_US;
  const scale = isSameTime ? 1 : (stoppedUs - startedUs) / Math.max(1, lastUs - firstUs);
  const originUs = isSameTime ? firstUs : startedUs;
  return (utcUs: number): number => Math.round(originUs + (utcUs - firstUs) * scale);
}

/** A stream has several files when its pictures change their size: `main.mp4`, `main-2.mp4`. */
function typeOf({ fileId }: VideoFileRecord, videos: RecordingRecord['videos']): FlightFilm['type'] | undefined {
  const stem = (name: string) => name.replace(/(-\d+)?\.mp4$/, '');
  return videos.find((video) => stem(video.fileId) === stem(fileId))?.type;
}
