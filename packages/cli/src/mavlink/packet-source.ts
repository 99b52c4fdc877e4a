import { createReadStream } from 'node:fs';
import { TlogReader, type TlogRecord, tlogRecord } from '@kitestring/mavlink-codec/codec.ts';
import { PACKET_CHANNELS } from '@kitestring/station-flightlog/channels';
import { openLog, readFlightLog } from '@kitestring/station-flightlog/read';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';

/** A packet of a file. */
export interface FilePacket extends TlogRecord {
  /** A .tlog file does not say it. */
  readonly direction?: 'in' | 'out';
}

/** The parts of a file that could not be read. */
interface FileFlaws {
  readonly skippedBytes: number;
  /** The flight log has no end, or has damaged pieces. */
  readonly isIncomplete: boolean;
}

type Take = (packet: FilePacket) => void;

/** Whether a name is that of a flight log. */
export const isFlightLog = (name: string): boolean => /\.mcap(\.partial)?$/i.test(name);

/** Reads the packets of a .tlog file, or of a flight log. @throws FlightLogFault, and the disk's error */
export const readPackets = (file: string, stop: AbortSignal, take: Take): Promise<FileFlaws> =>
  isFlightLog(file) ? readFromFlightLog(file, take) : readFromTlog(file, stop, take);

async function readFromTlog(file: string, signal: AbortSignal, take: Take): Promise<FileFlaws> {
  const reader = new TlogReader();
  const takeAll = (records: readonly TlogRecord[]) => {
    for (const record of records) take(record);
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 16, signal })) takeAll(reader.push(chunk));
  takeAll(reader.end());
  return { skippedBytes: reader.skippedBytes, isIncomplete: false };
}

/** A message that is no whole packet is skipped. */
async function readFromFlightLog(file: string, take: Take): Promise<FileFlaws> {
  await using log = await openLog(file);
  let skippedBytes = 0;
  const { isComplete, isDamaged } = await readFlightLog(log.source, {
    codec: ZSTD,
    isIncompleteAllowed: true,
    tail: log.tail,
    channels: PACKET_CHANNELS,
    onMessage: ({ channel, timeUs, value }) => {
      const reader = new TlogReader();
      const [record] = reader.push(tlogRecord(timeUs, value as Uint8Array));
      if (record === undefined) skippedBytes += (value as Uint8Array).length;
      else take({ ...record, direction: channel === 'mavlinkIn' ? 'in' : 'out' });
    },
  });
  return { skippedBytes, isIncomplete: !isComplete || isDamaged };
}
