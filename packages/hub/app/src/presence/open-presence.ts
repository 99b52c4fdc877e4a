import type { BrokerLink } from '../broker/broker-link.ts';
import { PresenceEvents } from '../events/presence-events.ts';
import type { HubDeps } from '../hub-deps.ts';
import { CloneQuarantine } from './clone-quarantine.ts';
import { Presence } from './presence.ts';
import { StationBeats } from './station-beats.ts';
import { watchStationClocks } from './station-clocks.ts';

interface OpenPresenceDeps
  extends Pick<
    HubDeps,
    'budgets' | 'connection' | 'database' | 'stations' | 'clock' | 'nowMs' | 'log' | 'isInCharge' | 'onEvent'
  > {
  readonly link: Pick<BrokerLink, 'connectedSinceMs'>;
}

interface OpenPresence {
  readonly presence: Presence;
  readonly presenceEvents: PresenceEvents;
  readonly quarantine: CloneQuarantine;
}

/** Which stations are online, by their beats; with events of each change, of clones and of wrong clocks. */
export function openPresence(deps: OpenPresenceDeps, cleanup: AsyncDisposableStack): OpenPresence {
  const { budgets, clock, connection, database, isInCharge, link, log, nowMs, onEvent, stations } = deps;
  const presence = new Presence((sid) => stations.get(sid)?.boots ?? []);
  const beats = new StationBeats({ budgets, connection, presence, stations, clock, nowMs, log });
  cleanup.defer(() => beats.stop());
  const presenceEvents = new PresenceEvents({ database, log, nowMs, onEvent, presenceOf: (sid) => presence.of(sid) });
  cleanup.defer(() => presenceEvents.write());
  presence.onChange((changed, before) => {
    if (changed.state !== before) presenceEvents.changed(changed);
  });
  const quarantine = new CloneQuarantine({
    connection,
    database,
    presence,
    nowMs,
    log,
    onEvent,
    monotonicMs: () => performance.now(),
    heardSinceMs: () => link.connectedSinceMs,
  });
  watchStationClocks({ presence, database, log, isInCharge, onEvent });
  return { presence, presenceEvents, quarantine };
}
