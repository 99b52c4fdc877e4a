import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FlightLogFault } from '../../src/read/flight-log-fault.ts';
import { ifThere, openLog } from '../../src/read/open-log.ts';
import { type LogMessage, readFlightLog } from '../../src/read/read-flight-log.ts';
import { partialName } from '../../src/write/log-file.ts';
import { ZSTD } from '../../src/zstd-codec.ts';

const PARTIAL = partialName('');

/** Station time of the newest message in the log that a station with this data folder is writing, seconds since 1970; 0 where none has been. */
export async function newestOnDiskS(dataDir: string): Promise<number> {
  const flights = join(dataDir, 'flights');
  const name = (await ifThere(readdir(flights)))?.find((one) => one.endsWith(PARTIAL));
  if (name === undefined) return 0;
  await using log = await openLog(join(flights, name.slice(0, -PARTIAL.length)));
  let newestUs = 0;
  const onMessage = ({ timeUs }: LogMessage) => {
    newestUs = Math.max(newestUs, timeUs);
  };
  try {
    await readFlightLog(log.source, { codec: ZSTD, isIncompleteAllowed: true, tail: log.tail, onMessage });
  } catch (fault) {
    // Before the first message is written, the file is empty, has a part of its head, or all of it.
    if (!(fault instanceof FlightLogFault)) throw fault;
  }
  return newestUs / 1e6;
}
