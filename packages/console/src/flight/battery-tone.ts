import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { NOTIFICATIONS } from '@kitestring/contract/notifications/notification-dictionary.ts';

/** Display of a value outside its normal range. */
type Tone = 'warn' | 'bad';

const CODES = {
  kite: [NOTIFICATIONS.KITE_BATTERY_LEVEL_LOW.code, NOTIFICATIONS.KITE_BATTERY_VOLTAGE.code],
  station: [NOTIFICATIONS.GS_BATTERY_LEVEL_LOW.code, NOTIFICATIONS.GS_BATTERY_VOLTAGE.code],
} as const;

/** The station judges what is low; the figure has the colour of what it says. */
export function batteryTone(of: keyof typeof CODES, active: readonly Notification[]): Tone | undefined {
  const told = active.filter(({ code }) => CODES[of].some((own) => own === code));
  if (told.length === 0) return undefined;
  return told.every(({ severity }) => severity === 'Warning') ? 'warn' : 'bad';
}
