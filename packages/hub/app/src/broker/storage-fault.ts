import { EVENTS, journalStream } from '@kitestring/hub-contract/streams.ts';
import { JetStreamApiError } from '@nats-io/jetstream';
import { SHARD } from './make-streams.ts';

/** `insufficient resources`, `insufficient memory resources available`, `insufficient storage resources available`. */
const INSUFFICIENT = new Set([10023, 10028, 10047]);
const GIB = 1024 ** 3;

/** Disk space that the streams reserve on each nats-server. */
export const STREAM_BYTES = [journalStream(SHARD), EVENTS].reduce((sum, { maxBytes = 0 }) => sum + maxBytes, 0);

/** Advice if the broker refuses the streams because of too little storage, so that nothing is archived. Undefined for other faults. */
export function storageFaultText(fault: unknown): string | undefined {
  if (!(fault instanceof JetStreamApiError) || !INSUFFICIENT.has(fault.code)) return undefined;
  return `nats-server has less storage than the streams of the hub reserve (${STREAM_BYTES / GIB} GiB on disk): it says "${fault.message}". Without a limit of its own it takes 75 % of the disk that was free at its start: set jetstream.max_file_store in its configuration, or free the disk, and start it again`;
}
