import type { AirframeReading } from '@kitestring/aircraft-simulator/airframe/airframe-reading.ts';

/** Reason for which the physics begins again. */
export type RestartReason = 'Connected' | 'AutopilotRestarted' | 'Diverged';

/** A change that people want to know. */
export type TetherEvent =
  | { readonly event: 'Restarted'; readonly reason: RestartReason }
  | { readonly event: 'LiftedOff' }
  /** @param speedMps of the last reading before the contact, down */
  | { readonly event: 'TouchedDown'; readonly speedMps: number }
  | { readonly event: 'Capsized' }
  | { readonly event: 'TetherParted'; readonly heightM: number }
  | { readonly event: 'TetherReplaced' }
  | { readonly event: 'AllPaidOut'; readonly lengthM: number }
  | { readonly event: 'BatteryFeeds'; readonly percent: number }
  | { readonly event: 'TetherFeeds' }
  | { readonly event: 'PowerLost' }
  | { readonly event: 'PowerReturned' }
  | { readonly event: 'FaultBegan' | 'FaultEnded'; readonly fault: string }
  | { readonly event: 'FaultRefused'; readonly fault: string; readonly reason: string }
  | { readonly event: 'WindChanged'; readonly speedMps: number; readonly fromDeg: number };

/** Beyond it a multirotor is about to lie on its back. */
const CAPSIZED_DEG = 90;
/** Current of the battery below which it does not count as the source, amperes. */
const FEEDS_A = 0.5;
/** Length left on the spool that counts as none, metres. */
const NONE_M = 0.01;

/** Changes between two readings of one flight. @param spoolM total length of the tether */
export function eventsBetween(before: AirframeReading, now: AirframeReading, spoolM: number): readonly TetherEvent[] {
  const events: TetherEvent[] = [];
  const becomes = (is: (reading: AirframeReading) => boolean) => !is(before) && is(now);
  if (becomes(({ isOnGround }) => !isOnGround)) events.push({ event: 'LiftedOff' });
  if (becomes(({ isOnGround }) => isOnGround)) {
    events.push({ event: 'TouchedDown', speedMps: Math.max(0, -before.climbMps, -now.climbMps) });
  }
  if (becomes(({ tiltDeg }) => tiltDeg > CAPSIZED_DEG)) events.push({ event: 'Capsized' });
  if (becomes(({ isCut }) => isCut)) events.push({ event: 'TetherParted', heightM: now.heightM });
  if (becomes(({ isCut }) => !isCut)) events.push({ event: 'TetherReplaced' });
  if (becomes(({ paidOutM }) => paidOutM > spoolM - NONE_M)) events.push({ event: 'AllPaidOut', lengthM: spoolM });
  if (becomes(({ batteryA }) => batteryA > FEEDS_A))
    events.push({ event: 'BatteryFeeds', percent: now.batteryPercent });
  if (becomes(({ batteryA, isPowered }) => isPowered && batteryA <= FEEDS_A)) events.push({ event: 'TetherFeeds' });
  if (becomes(({ isPowered }) => !isPowered)) events.push({ event: 'PowerLost' });
  if (becomes(({ isPowered }) => isPowered)) events.push({ event: 'PowerReturned' });
  return events;
}
