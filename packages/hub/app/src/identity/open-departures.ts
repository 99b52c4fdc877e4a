import type { HubDeps } from '../hub-deps.ts';
import type { StationBudgets } from '../limits/station-budgets.ts';
import { Suspensions } from '../limits/suspensions.ts';
import type { ApiKeys } from '../registry/api-keys.ts';
import { shareRegistry } from '../replicas/share-registry.ts';
import { Revocations, type RevocationsDeps } from './revocations.ts';

interface DeparturesDeps
  extends Pick<RevocationsDeps, 'accounts' | 'broker' | 'keys' | 'hasReplicas'>,
    Pick<HubDeps, 'audit' | 'database' | 'news' | 'rights' | 'stations' | 'clock' | 'nowMs' | 'log' | 'onEvent'> {
  readonly budgets: Pick<StationBudgets, 'onExceeded'>;
  readonly apiKeys: ApiKeys;
  /** This station is no longer a member: nothing of it is remembered. */
  readonly forget: (sid: string) => void;
}

/** Stations that must go: revoked here or by another replica, or suspended because they send too much. */
export function openDepartures(deps: DeparturesDeps, cleanup: AsyncDisposableStack): Revocations {
  const { accounts, apiKeys, audit, broker, budgets, clock, database, forget, hasReplicas, keys } = deps;
  const { log, news, nowMs, onEvent, rights, stations } = deps;
  const revocations = new Revocations({
    accounts,
    audit,
    broker,
    database,
    keys,
    stations,
    hasReplicas,
    nowMs,
    log,
    onRevoked: (sid) => {
      onEvent();
      forget(sid);
    },
  });
  const push = () => revocations.pushIfDue();
  const suspensions = new Suspensions({ database, stations, nowMs, log, onEvent, push });
  budgets.onExceeded((sid, sent) => void suspensions.suspend(sid, sent));
  cleanup.defer(shareRegistry({ apiKeys, news, rights, stations, clock, log, hasReplicas, onRevoked: forget }));
  return revocations;
}
