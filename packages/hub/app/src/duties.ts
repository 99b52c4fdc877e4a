import { every, US_PER_S } from '@kitestring/base/clock.ts';
import type { FleetArchive } from './archive/fleet-archive.ts';
import type { BrokerLink } from './broker/broker-link.ts';
import type { StationCommands } from './commands/station-commands.ts';
import type { PresenceEvents } from './events/presence-events.ts';
import type { HubDeps } from './hub-deps.ts';
import type { Revocations } from './identity/revocations.ts';
import type { TopicMirror } from './mirror/topic-mirror.ts';

/** Less than the lifetime of a subscription. */
const WANT_EVERY_S = 20;

interface DutiesDeps extends Pick<HubDeps, 'presence' | 'clock' | 'nowMs'> {
  readonly commands: Pick<StationCommands, 'settleOpen'>;
  readonly fleetArchive: FleetArchive;
  readonly link: Pick<BrokerLink, 'isConnected'>;
  readonly mirror: Pick<TopicMirror, 'repeat'>;
  readonly presenceEvents: Pick<PresenceEvents, 'write'>;
  readonly revocations: Pick<Revocations, 'pushIfDue'>;
}

/** Starts the periodic checks: no message reports a station that is silent, or another message that was lost. */
export function beginDuties(deps: DutiesDeps, cleanup: AsyncDisposableStack): void {
  const { clock, commands, fleetArchive, link, mirror, nowMs, presence, presenceEvents, revocations } = deps;
  const eachSecond = () => {
    presence.check(nowMs());
    void presenceEvents.write();
    // Also finds events that another replica has written but not published.
    fleetArchive.wake();
    void revocations.pushIfDue();
    void commands.settleOpen();
    if (link.isConnected) void fleetArchive.orderAllAgain(presence.all());
  };
  cleanup.defer(every(clock, US_PER_S, eachSecond));
  cleanup.defer(every(clock, WANT_EVERY_S * US_PER_S, () => mirror.repeat()));
}
