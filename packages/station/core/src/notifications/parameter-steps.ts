import type { NotificationParameters } from '@kitestring/station-contract/notifications/notification.ts';

/**
 * Change of a measured parameter that an active notification tells: smaller ones are noise of the sensor, and each is a
 * message to all subscribers.
 */
const STEPS: Readonly<Record<string, number>> = {
  level: 1,
  temperature: 1,
  turns: 0.5,
  value: 1,
  voltage: 0.2,
  wind_speed: 1,
};

/** Texts of which each change is told. */
const TEXTS = ['measure', 'settings', 'zones'];

/** Whether a measured parameter differs from the shown one by its step or more, or is that of something else. */
export function hasMoved(shown: NotificationParameters | undefined, measured: NotificationParameters): boolean {
  if (shown !== undefined && TEXTS.some((name) => shown[name] !== measured[name])) return true;
  for (const [name, step] of Object.entries(STEPS)) {
    const [before, now] = [shown?.[name], measured[name]];
    // Values have one or two decimals: half of the last one is less than any step.
    if (typeof before === 'number' && typeof now === 'number' && Math.abs(now - before) >= step - 0.005) return true;
  }
  return false;
}
