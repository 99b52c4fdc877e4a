import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';

/** Alarms with a sound, worst first: Fatal or Critical, and not acknowledged. */
export const urgentAlarms = (open: readonly FleetAlarm[]): readonly FleetAlarm[] =>
  open.filter(
    ({ acknowledged, ended, severity }) =>
      acknowledged === undefined && ended === undefined && (severity === 'Fatal' || severity === 'Critical'),
  );

/** Severity of the sound; undefined when every urgent alarm was silenced. @param heard ids of those silenced here */
export function soundOf(open: readonly FleetAlarm[], heard: ReadonlySet<string>): 'Fatal' | 'Critical' | undefined {
  const unheard = urgentAlarms(open).find(({ id }) => !heard.has(id));
  return unheard?.severity as 'Fatal' | 'Critical' | undefined;
}
