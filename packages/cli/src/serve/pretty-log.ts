import type { TerminalOutput } from '../context.ts';
import { paint } from '../terminal-text.ts';

const LEVELS: Readonly<Record<number, readonly [string, Parameters<typeof paint>[1]]>> = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', ['red', 'bold']],
};

/** Fields of every line that are of no use to a person at the terminal. */
const HIDDEN = ['level', 'time', 'pid', 'hostname', 'msg'];

/** A pino log line in readable form: time, level, message, fields. Other lines are passed on unchanged. */
export function prettyLine(out: TerminalOutput, json: string): string {
  const line = parsed(json);
  if (line === undefined) return json;
  const [level, colour] = LEVELS[Number(line.level)] ?? ['log', 'dim'];
  const time = paint(out, 'dim', new Date(String(line.time)).toISOString().slice(11, 19));
  const fields = Object.entries(line).filter(([name]) => !HIDDEN.includes(name));
  const text = fields.map(([name, value]) => `${paint(out, 'dim', `${name}=`)}${shown(value)}`).join(' ');
  return `${time} ${paint(out, colour, level.padEnd(5))} ${String(line.msg ?? '')}${text === '' ? '' : `  ${text}`}\n`;
}

function parsed(json: string): Record<string, unknown> | undefined {
  try {
    const line: unknown = JSON.parse(json);
    return typeof line === 'object' && line !== null ? (line as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  const error = value as { stack?: unknown } | null;
  return typeof error?.stack === 'string' ? `\n${error.stack}` : JSON.stringify(value);
}
