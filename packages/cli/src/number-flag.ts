import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { UsageFault } from './context.ts';

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** @param flag with its command, `tether: --port` @throws UsageFault for another text than a number within the limits */
export function numberFlag(flag: string, text: string, { isWhole = false, max, min }: NumberLimits): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw new UsageFault(`${flag}: got "${oneLine(text)}", allowed: ${kind} from ${min} to ${max}`);
}
