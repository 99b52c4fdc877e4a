import { networkInterfaces } from 'node:os';
import type { Notifications } from '@kitestring/station/notifications/notifications.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { NetworkMode } from './network-settings.ts';
import { subnetOverlap } from './system-subnet.ts';

/** Interfaces change when somebody plugs a cable in: a minute is soon enough to say so. */
const LOOK_EVERY_S = 60;

export interface OverlapWatchParts {
  readonly mode: NetworkMode;
  readonly wall: Clock;
  readonly notifications: Pick<Notifications, 'raise' | 'clear'>;
  readonly interfaces?: typeof networkInterfaces;
}

/** Says by notification when an interface of this machine is in the system's own subnet, which a NAT mode cannot route. */
export function watchOverlap({ mode, wall, notifications, interfaces = networkInterfaces }: OverlapWatchParts): Cancel {
  if (mode === 'Bridged') return () => {};
  const look = () => {
    const overlap = subnetOverlap(interfaces());
    if (overlap === undefined) notifications.clear('NETWORK_OVERLAP');
    else notifications.raise('NETWORK_OVERLAP', { ...overlap });
  };
  look();
  return every(wall, LOOK_EVERY_S * US_PER_S, look);
}
