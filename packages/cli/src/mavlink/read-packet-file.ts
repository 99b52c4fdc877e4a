import { decode, definitionOf, type TlogRecord, tlogRecord } from '@kitestring/mavlink-codec/codec.ts';
import type { MessageRate } from '@kitestring/mavlink-link';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { FlightLogFault } from '@kitestring/station-flightlog/read';
import { type Context, UsageFault } from '../context.ts';
import { kindOf, messageLine, messageText } from './message-text.ts';
import { NewFile } from './new-file.ts';
import { type FilePacket, isFlightLog, readPackets } from './packet-source.ts';
import { ratesNamed, rateTable } from './rate-table.ts';

interface PacketFileOptions {
  readonly isJson: boolean;
  readonly isSummary: boolean;
  /** Empty for all. */
  readonly names: ReadonlySet<string>;
  /** Path of a new .tlog file, which gets the packets in place of the output. */
  readonly tlog: string | undefined;
}

/** Writes the packets of a file, or their table. @throws UsageFault for a file that cannot be read, or has no packets */
export async function readPacketFile(
  file: string,
  word: string,
  options: PacketFileOptions,
  context: Context,
): Promise<void> {
  using cleanup = new DisposableStack();
  const summary = new Summary();
  let target: NewFile | undefined;
  const take = (packet: FilePacket) => {
    summary.add(packet);
    if (options.tlog !== undefined) target ??= cleanup.use(new NewFile(options.tlog));
    if (target !== undefined) keep(target, packet, options);
    else if (!options.isSummary) write(packet, options, context);
  };
  const flaws = await readPackets(file, context.stop, take).catch((error: unknown) => {
    if (error instanceof UsageFault) throw error;
    if (!context.stop.aborted) throw unreadable(word, error);
  });
  if (flaws === undefined) return;
  if (summary.packets === 0) throw noPackets(word);
  if (options.isSummary) summary.write(options, context);
  if (options.tlog !== undefined) context.out.write(`${options.tlog}\n`);
  if (flaws.isIncomplete) context.err.write(`${oneLine(word)} is incomplete: packets of its readable part\n`);
  if (flaws.skippedBytes > 0) context.err.write(`${oneLine(word)}: ${flaws.skippedBytes} damaged bytes skipped\n`);
}

function noPackets(word: string): UsageFault {
  const why = isFlightLog(word) ? 'only the log of a real aircraft has them' : 'a .tlog file has a time before each';
  return new UsageFault(`mavlink: ${oneLine(word)}: no MAVLink packet in it; ${why}`);
}

const isNamed = (name: string | undefined, names: ReadonlySet<string>): boolean =>
  names.size === 0 || names.has(name ?? '');

function keep(target: NewFile, { packet, timeUs }: FilePacket, { names }: PacketFileOptions): void {
  if (isNamed(definitionOf(packet.id)?.name, names)) target.add(tlogRecord(timeUs, packet.bytes));
}

function write(
  { direction, packet, timeUs }: FilePacket,
  { isJson, names }: PacketFileOptions,
  { out }: Context,
): void {
  const message = decode(packet);
  if (!isNamed(message?.name, names)) return;
  const { time, ...rest } = messageLine(timeUs, packet, message);
  const line = { time, ...(direction !== undefined && { direction }), ...rest };
  out.write(`${isJson ? JSON.stringify(line) : messageText(line)}\n`);
}

/** Counts over the whole file. */
class Summary {
  packets = 0;
  readonly #counts = new Map<string, { system: number; component: number; id: number; total: number }>();
  readonly #kinds = new Map<string, { system: number; component: number; text: string }>();
  #firstUs = 0;
  #lastUs = 0;

  add({ packet, timeUs }: TlogRecord): void {
    const { component, id, system } = packet;
    if (this.packets === 0) this.#firstUs = timeUs;
    this.#lastUs = timeUs;
    this.packets += 1;
    const key = `${system} ${component} ${id}`;
    const count = this.#counts.get(key);
    if (count === undefined) this.#counts.set(key, { system, component, id, total: 1 });
    else count.total += 1;
    if (id !== 0 || this.#kinds.has(`${system} ${component}`)) return;
    const message = decode(packet);
    if (message?.name !== 'HEARTBEAT') return;
    this.#kinds.set(`${system} ${component}`, { system, component, text: kindOf(message.fields) });
  }

  write({ isJson, names }: PacketFileOptions, { out }: Context): void {
    const seconds = (this.#lastUs - this.#firstUs) / 1e6;
    const all = [...this.#counts.values()]
      .toSorted((a, b) => a.system - b.system || a.component - b.component || a.id - b.id)
      .map((count): MessageRate => ({ ...count, rateHz: seconds > 0 ? count.total / seconds : undefined }));
    const rates = ratesNamed(all, names);
    if (isJson) {
      out.write(`${JSON.stringify({ packets: this.packets, seconds, messages: rates })}\n`);
      return;
    }
    const title = `${this.packets} packets in ${seconds.toFixed(1)} s`;
    out.write(`${[title, ...rateTable(out, rates, [...this.#kinds.values()])].join('\n')}\n`);
  }
}

function unreadable(word: string, error: unknown): UsageFault {
  const code = error instanceof FlightLogFault ? '' : ((error as NodeJS.ErrnoException).code ?? '');
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'no such file',
    EISDIR: 'it is a folder',
    '': (error as Error).message,
  };
  return new UsageFault(`mavlink: ${oneLine(word)}: ${oneLine(reasons[code] ?? `cannot be read (${code})`)}`);
}
