import type { SettingValues } from '@kitestring/settings/settings.ts';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { TerminalOutput } from '../context.ts';
import { prettyLine } from './pretty-log.ts';

type LogSettings = Pick<SettingValues, 'log.format' | 'log.level'>;

/** Whether the log is for people and not for machines. */
export const isPretty = (values: LogSettings, out: TerminalOutput): boolean =>
  values['log.format'] === 'pretty' || (values['log.format'] === 'auto' && out.isTerminal);

/** The log of the service: JSON, one object per line, or a readable form. */
export function serviceLog(values: LogSettings, out: TerminalOutput): Logger {
  const write = isPretty(values, out)
    ? (json: string) => out.write(prettyLine(out, json))
    : (json: string) => out.write(json);
  return pino({ level: values['log.level'], base: null, timestamp: stdTimeFunctions.isoTime }, { write });
}
