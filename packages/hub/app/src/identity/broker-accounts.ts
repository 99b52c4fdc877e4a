import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import {
  crossingClaims,
  HUB_TEMPLATE,
  STATION_TEMPLATE,
  TO_HUB,
  TO_STATIONS,
} from '@kitestring/hub-contract/permissions.ts';
import type { RegisteredStation, Stations } from '../registry/stations.ts';
import type { HubKeys } from './hub-keys.ts';
import { accountJwt, operatorJwt } from './nats-jwt.ts';

/** Unix time of the year 9999: later than any token. */
const ALL_TIMES_S = 253_402_300_799;

interface BrokerAccountsDeps {
  readonly keys: HubKeys;
  readonly stations: Pick<Stations, 'list' | 'keysOf'>;
  readonly nowMs: () => number;
}

/** Tokens for the start of a broker. */
interface BrokerStart {
  readonly operatorJwt: string;
  readonly systemAccount: string;
  /** Tokens by public key. */
  readonly accounts: Readonly<Record<string, string>>;
}

/** Issues the tokens of the broker’s accounts, which revoke the tokens of former and suspended stations. */
export class BrokerAccounts {
  readonly #deps: BrokerAccountsDeps;

  constructor(deps: BrokerAccountsDeps) {
    this.#deps = deps;
  }

  /** Tokens for the start of a broker. */
  start(): BrokerStart {
    const { keys } = this.#deps;
    const issuedS = this.#nowS();
    const systemAccount = keys.systemAccount.publicKey;
    const system = {
      account: systemAccount,
      name: 'SYS',
      issuedS,
      scopedKeys: [],
      revocations: {},
      hasJetStream: false,
    };
    return {
      operatorJwt: operatorJwt(keys.operator, {
        name: 'kitestring',
        signingKeys: [keys.operatorSigning.publicKey],
        systemAccount,
        issuedS,
      }),
      systemAccount,
      accounts: {
        [systemAccount]: accountJwt(keys.operatorSigning, system),
        [keys.stationsAccount.publicKey]: this.stationsJwt(),
        [keys.account.publicKey]: this.hubJwt(),
      },
    };
  }

  /** Token of the account of all stations, including all revocations. */
  stationsJwt(): string {
    const { keys } = this.#deps;
    return accountJwt(keys.operatorSigning, {
      account: keys.stationsAccount.publicKey,
      name: 'STATIONS',
      issuedS: this.#nowS(),
      scopedKeys: [{ key: keys.stationSigning.publicKey, role: 'station', template: STATION_TEMPLATE }],
      revocations: this.#revocations(),
      // Streams reply to the subject that a message names: they exist only in the account of the hub.
      hasJetStream: false,
      crossings: crossingClaims(TO_STATIONS, TO_HUB, keys.account.publicKey),
    });
  }

  /** Token of the account of the hub, which has the streams. */
  hubJwt(): string {
    const { keys } = this.#deps;
    return accountJwt(keys.operatorSigning, {
      account: keys.account.publicKey,
      name: 'FLEET',
      issuedS: this.#nowS(),
      scopedKeys: [{ key: keys.hubSigning.publicKey, role: 'hub', template: HUB_TEMPLATE }],
      revocations: {},
      hasJetStream: true,
      crossings: crossingClaims(TO_HUB, TO_STATIONS, keys.stationsAccount.publicKey),
    });
  }

  /**
   * Only keys whose tokens would still be valid, because the token of the account must fit into a message. All tokens
   * of such a key are revoked, whenever they were issued: a replica whose clock was ahead may have issued one that
   * seems newer than its revocation.
   */
  #revocations(): Record<string, number> {
    const { nowMs, stations } = this.#deps;
    const validMs = nowMs() - LIMITS.credentialsS * 1000;
    const isVoid = ({ revokedMs = 0, suspendedUntilMs = 0 }: RegisteredStation) =>
      revokedMs > validMs || suspendedUntilMs > nowMs();
    const revoked = stations.list().filter(isVoid);
    return Object.fromEntries(revoked.flatMap(({ sid }) => stations.keysOf(sid).map((key) => [key, ALL_TIMES_S])));
  }

  #nowS(): number {
    return Math.floor(this.#deps.nowMs() / 1000);
  }
}
