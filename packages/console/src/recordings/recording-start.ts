import { recordingStartOf } from '@kitestring/contract/recordings/recording-id.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';

/** When a recording started, as a timestamp; undefined for an id of another form. */
export function startOf(recordingId: string): string | undefined {
  const timeUs = recordingStartOf(recordingId);
  return timeUs === undefined ? undefined : formatTimestamp(timeUs);
}
