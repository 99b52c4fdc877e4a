import type { Credentials } from '@kitestring/hub-contract/enrolment.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
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
import { accountJwt, operatorJwt, scopedUserJwt, userOf } from './nats-jwt.ts';

/** Unix time of the year 9999: later than any token. */
const ALL_TIMES_S = 253_402_300_799;

interface IdentityDeps {
  readonly keys: HubKeys;
  readonly stations: Pick<Stations, 'list' | 'keysOf'>;
  readonly nowMs: () => number;
  /** Addresses of the broker for stations; read each time, because the operating system may have chosen the port. */
  readonly brokerUrls: () => readonly string[];
  /** Certificate to trust, PEM; undefined without TLS, or with a public authority. */
  readonly ca: () => string | undefined;
}

/** Tokens for the start of a broker. */
interface BrokerAccounts {
  readonly operatorJwt: string;
  readonly systemAccount: string;
  /** Tokens by public key. */
  readonly accounts: Readonly<Record<string, string>>;
}

/** Issues and revokes the tokens of stations. Only this class uses the keys of operator and account. */
export class Identity {
  readonly #deps: IdentityDeps;

  constructor(deps: IdentityDeps) {
    this.#deps = deps;
  }

  get brokerAccounts(): BrokerAccounts {
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
        ...{ name: 'kitestring', signingKeys: [keys.operatorSigning.publicKey], systemAccount, issuedS },
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

  /** Credentials with which a station connects, valid for 30 days. @param key public key of the station */
  credentialsOf(sid: string, key: string): Credentials {
    const { ca, brokerUrls, keys } = this.#deps;
    const issuedS = this.#nowS();
    const expiresS = issuedS + LIMITS.credentialsS;
    const jwt = scopedUserJwt(keys.stationSigning, {
      ...{ user: key, name: sid, account: keys.stationsAccount.publicKey, issuedS, expiresS },
    });
    const pem = ca();
    return {
      ...{ v: 1, sid, jwt, issued: issuedS * 1000, expires: expiresS * 1000 },
      servers: [...brokerUrls()],
      ...(pem !== undefined && { ca: pem }),
      hubKeys: this.hubKeys,
    };
  }

  /** The station for which this hub issued these credentials and key, also when its registry is lost. */
  sidOf(jwt: string, key: string): string | undefined {
    const owner = userOf(jwt, this.#deps.keys.stationSigning);
    return owner?.user === key ? owner.name : undefined;
  }

  /** Public keys of the hub's commands. */
  get hubKeys(): HubKey[] {
    const { kid, x } = this.#deps.keys.command;
    return [{ kid, x }];
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
