import { UsageFault } from './context.ts';

const UNIT_S = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Reads `90s`, `30m`, `24h`, `7d` or `0`. @returns seconds */
export function readDuration(flag: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text);
  if (match === null && text !== '0') {
    throw new UsageFault(`${flag}: got "${text}", allowed: a duration such as 90s, 30m, 24h, 7d, or 0`);
  }
  return match === null ? 0 : Number(match[1]) * UNIT_S[match[2] as keyof typeof UNIT_S];
}
