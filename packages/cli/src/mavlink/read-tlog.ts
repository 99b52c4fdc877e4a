import { createReadStream } from 'node:fs';
import { decode, TlogReader, type TlogRecord } from '@kitestring/mavlink-codec/codec.ts';
import type { MessageRate } from '@kitestring/mavlink-link';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Context, UsageFault } from '../context.ts';
import { kindOf, messageLine, messageText } from './message-text.ts';
import { ratesNamed, rateTable } from './rate-table.ts';

interface TlogOptions {
  readonly isJson: boolean;
  readonly isSummary: boolean;
  /** Empty for all. */
  readonly names: ReadonlySet<string>;
}

/** Writes the packets of a file, or their table. @throws UsageFault for a file that cannot be read, or is no .tlog */
export async function readTlog(file: string, word: string, options: TlogOptions, context: Context): Promise<void> {
  const reader = new TlogReader();
  const summary = new Summary();
  const take = (records: readonly TlogRecord[]) => {
    for (const record of records) {
      summary.add(record);
      if (!options.isSummary) write(record, options, context);
    }
  };
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 16, signal: context.stop }))
      take(reader.push(chunk));
  } catch (error) {
    if (context.stop.aborted) return;
    throw unreadable(word, error as NodeJS.ErrnoException);
  }
  take(reader.end());
  if (summary.packets === 0)
    throw new UsageFault(`mavlink: ${oneLine(word)}: no MAVLink packet in it; a .tlog file has a time before each`);
  if (options.isSummary) summary.write(options, context);
  if (reader.skippedBytes > 0) context.err.write(`${oneLine(word)}: ${reader.skippedBytes} damaged bytes skipped\n`);
}

function write({ packet, timeUs }: TlogRecord, { isJson, names }: TlogOptions, { out }: Context): void {
  const message = decode(packet);
  if (names.size > 0 && !names.has(message?.name ?? '')) return;
  const line = messageLine(timeUs, packet, message);
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

  write({ isJson, names }: TlogOptions, { out }: Context): void {
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

function unreadable(word: string, { code = '' }: NodeJS.ErrnoException): UsageFault {
  const reasons: Readonly<Record<string, string>> = { ENOENT: 'no such file', EISDIR: 'it is a folder' };
  return new UsageFault(`mavlink: ${oneLine(word)}: ${reasons[code] ?? `cannot be read (${code})`}`);
}
