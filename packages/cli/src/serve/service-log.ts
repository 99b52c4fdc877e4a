import type { SettingValues } from '@kitestring/settings/settings.ts';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { Context, TerminalOutput } from '../context.ts';
import { prettyLine } from './pretty-log.ts';

type LogSettings = Pick<SettingValues, 'log.format' | 'log.level'>;

/** Whether the log is for people and not for machines. */
export const isPretty = (values: LogSettings, out: TerminalOutput): boolean =>
  values['log.format'] === 'pretty' || (values['log.format'] === 'auto' && out.isTerminal);

/**
 * The log of the service: JSON, one object per line, or a readable form. From now on the process outlives the readers of its
 * output: the end of a log must not take the control of a Kite in the air with it.
 */
export function serviceLog(values: LogSettings, { err, out }: Pick<Context, 'out' | 'err'>): Logger {
  for (const output of [out, err]) output.outliveReader?.();
  const write = isPretty(values, out)
    ? (json: string) => out.write(prettyLine(out, json))
    : (json: string) => out.write(json);
  return pino({ level: values['log.level'], base: null, timestamp: stdTimeFunctions.isoTime }, { write });
}
