import type { Message, MessageName, Packet } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_CMD, MAV_RESULT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { safeLine } from '../terminal-text.ts';

/** Message of a packet for programs. 64-bit integers are text where a number does not hold them; what is no number is null. */
interface MessageLine {
  readonly time: string;
  /** On a link; absent in a file, which does not say. */
  readonly direction?: 'in' | 'out';
  readonly system: number;
  readonly component: number;
  readonly id: number;
  /** Undefined for an id that the dialect does not have. */
  readonly message?: MessageName;
  readonly fields?: object;
}

export function messageLine(timeUs: number, packet: Packet, message: Message | undefined): MessageLine {
  const { component, id, system } = packet;
  const time = new Date(timeUs / 1000).toISOString();
  if (message === undefined) return { time, system, component, id };
  const fields = Object.entries(message.fields).map(([name, value]) => [name, plain(value)]);
  return { time, system, component, id, message: message.name, fields: Object.fromEntries(fields) };
}

/** `10:37:11.120 1/1 HEARTBEAT type=2 ...`; no control character of a text reaches the terminal. */
export function messageText({ component, fields, id, message, system, time }: MessageLine): string {
  const head = `${time.slice(11, 23)} ${system}/${component}`;
  if (message === undefined) return `${head} unknown message ${id}`;
  const values = Object.entries(fields ?? {}).map(([name, value]) => `${name}=${named(message, name, value)}`);
  return safeLine(`${head} ${message} ${values.join(' ')}`);
}

/** Numbers of orders and of answers to them by their names, as people know them. */
function named(message: MessageName, field: string, value: unknown): string {
  if (field === 'command' && message.startsWith('COMMAND_')) return nameOf(MAV_CMD, value as number);
  return message === 'COMMAND_ACK' && field === 'result' ? nameOf(MAV_RESULT, value as number) : shown(value);
}

function shown(value: unknown): string {
  if (value === null) return 'NaN';
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(shown).join(' ')}]`;
  return String(value);
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Number.isFinite(value) ? Number(value.toPrecision(7)) : null;
}

const nameOf = (table: Readonly<Record<string, number>>, value: number): string =>
  Object.keys(table).find((name) => table[name] === value) ?? String(value);

/** `QUADROTOR, PX4`; the autopilot is left out where there is none. */
export function kindOf({ autopilot, type }: { readonly autopilot: number; readonly type: number }): string {
  const kind = nameOf(MAV_TYPE, type);
  return autopilot === MAV_AUTOPILOT.INVALID ? kind : `${kind}, ${nameOf(MAV_AUTOPILOT, autopilot)}`;
}
