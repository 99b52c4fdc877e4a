import { type HubBroker, openBroker } from '../broker/hub-broker.ts';
import { stationCa } from '../broker/nats-tls.ts';
import type { Engine } from '../engine/find-engine.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { HubTls } from '../listen/hub-tls.ts';
import type { Registry } from '../registry/open-registry.ts';
import { BrokerAccounts } from './broker-accounts.ts';
import { ChallengeNonces } from './challenge-nonces.ts';
import { type HubKeys, keysFolder, openHubKeys } from './hub-keys.ts';
import { Identity } from './identity.ts';
import { StationEnrolment } from './station-enrolment.ts';

interface MembershipDeps extends Pick<HubDeps, 'settings' | 'database' | 'nowMs' | 'log'> {
  readonly registry: Registry;
  /** The nats-server to start; undefined for external ones. */
  readonly engine: Engine | undefined;
  readonly tls: HubTls;
}

/** The broker, and everything by which a station becomes and stays a member. */
interface Membership {
  readonly hubKeys: HubKeys;
  readonly accounts: BrokerAccounts;
  readonly broker: HubBroker;
  readonly identity: Identity;
  readonly enrolment: StationEnrolment;
}

/** The accounts come first, because a broker starts with them; credentials come last, because they name its address. @throws HubFault */
export async function openMembership(deps: MembershipDeps, cleanup: AsyncDisposableStack): Promise<Membership> {
  const { database, engine, log, nowMs, settings, tls } = deps;
  const { audit, enrolments, stations } = deps.registry;
  const hubKeys = openHubKeys(keysFolder(settings), { mayMake: engine !== undefined });
  const accounts = new BrokerAccounts({ keys: hubKeys, stations, nowMs });
  const broker = await openBroker({ engine, settings, accounts, log, urlHost: tls.urlHost, tls: tls.files });
  cleanup.defer(() => broker.stop());
  const ca = () => stationCa(settings, tls.ownPem());
  const identity = new Identity({ keys: hubKeys, nowMs, brokerUrls: broker.stationUrls, ca });
  const nonces = new ChallengeNonces(hubKeys.command.key, nowMs);
  const enrolment = new StationEnrolment({ database, stations, enrolments, audit, identity, nonces, nowMs });
  return { hubKeys, accounts, broker, identity, enrolment };
}
