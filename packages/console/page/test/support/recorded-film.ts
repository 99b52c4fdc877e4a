/** A recording of a station with pictures. */
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { until } from '@kitestring/lab-testing/until.ts';

/** Smaller than any key picture of 720 lines. */
const KEY_PICTURE_BYTES = 10_000;

/** Asks for one where there is none: pictures take a busy machine longer than a station waits for them. */
export async function isRecording(client: KitestringClient): Promise<boolean> {
  await client.recordings.startRecording().catch(() => {});
  return (await client.recordings.getRecordingsState()).is_recording;
}

/** The first picture of a recording takes seconds on a busy machine: a recording without one cannot be played. */
export const hasFilm = (client: KitestringClient) =>
  until('a picture in the recording', async () => {
    const [recording] = await client.recordings.listRecordings();
    return recording?.videos.some(({ size, type }) => type === 'color' && size > KEY_PICTURE_BYTES);
  });
