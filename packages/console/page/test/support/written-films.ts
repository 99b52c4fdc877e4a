import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingIdAt } from '@kitestring/station-contract/recordings/recording-id.ts';
import { concat, Fragmenter, initSegment } from '@kitestring/video-process/fmp4';
import { CLIP_SETS, clipUnit, HEVC_FILM } from '@kitestring/video-process/test/support';

const SIZE = { widthPx: 160, heightPx: 120 };

/** First and last moment of a run of pictures, in pictures; `shown` is the picture that the first one shows, when it is not the one of that number. */
type Run = readonly [first: number, last: number, shown?: number];

/** A film before it is completed: what is missing between two runs is a gap. */
export function unfinishedRecording(runs: readonly Run[], film?: typeof HEVC_FILM): Uint8Array {
  const sets = film?.sets ?? CLIP_SETS;
  const fragmenter = new Fragmenter({ sets, framesPerS: 30, fragmentS: 0.4 });
  const pieces = runs.flatMap(([first, last, shown = first]) => {
    const units = Array.from({ length: last - first + 1 }, (_, index) =>
      clipUnit(first + index, undefined, shown + index, film),
    );
    // Before a gap the recorder saves what it has.
    const texts = units.map((_, index) => (index % 3 === 0 ? `Lat:46.5000000 Lon:11.3500000 ${index}` : undefined));
    return [...units.map((unit, index) => fragmenter.push(unit, undefined, texts[index])), fragmenter.flush()];
  });
  const head = initSegment({ size: SIZE, sets, createdUs: Date.UTC(2026, 10, 1, 10) * 1000, hasText: true });
  return concat(head, ...pieces.filter((piece) => piece !== undefined));
}

/** A recording as a power cut leaves it, which the station completes. */
export function record(folder: string, id: string, runs: readonly Run[], file = 'main.mp4'): void {
  const path = join(folder, 'recordings', id);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, file), unfinishedRecording(runs));
}

/** Older recordings, as many as a station has after years. */
export function recordMany(folder: string, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const startedUs = Date.UTC(2025, 0, 1, number, 30, 15) * 1000;
    const path = join(folder, 'recordings', recordingIdAt(startedUs, '+00:00'));
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'main.mp4'), 'film');
    const videos = [{ file_id: 'main.mp4', type: 'color', stream_id: 'zoom' }];
    const record = { started_us: startedUs, stopped_us: startedUs + 65e6, end: 'stopped', videos };
    writeFileSync(join(path, 'recording.json'), JSON.stringify(record));
  }
}

/** The same of a camera that sends H.265. */
export function recordHevc(folder: string, id: string): void {
  const path = join(folder, 'recordings', id);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'main.mp4'), unfinishedRecording([[0, 89]], HEVC_FILM));
}
