import { networkInterfaces } from 'node:os';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { NetworkSettings } from '@kitestring/settings/server-settings.ts';
import type { Notifications } from '@kitestring/station-core/notifications';
import { subnetOverlap } from './system-subnet.ts';

/** Interfaces change when a cable is plugged in: a minute is soon enough. */
const LOOK_EVERY_S = 60;

interface OverlapWatchDeps {
  readonly mode: NetworkSettings['mode'];
  readonly realTimeClock: Clock;
  readonly notifications: Pick<Notifications, 'raise' | 'clear'>;
  readonly interfaces?: typeof networkInterfaces;
}

/**
 * Raises a notification when an interface of this machine is in the system's own subnet, which a NAT mode cannot
 * route.
 */
export function watchOverlap({
  mode,
  realTimeClock,
  notifications,
  interfaces = networkInterfaces,
}: OverlapWatchDeps): Cancel {
  if (mode === 'Bridged') return () => {};
  const look = () => {
    const overlap = subnetOverlap(interfaces());
    if (overlap === undefined) notifications.clear('NETWORK_OVERLAP');
    else notifications.raise('NETWORK_OVERLAP', { ...overlap });
  };
  look();
  return every(realTimeClock, LOOK_EVERY_S * US_PER_S, look);
}
