import type { Credentials } from '@kitestring/hub-contract/enrolment.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import type { HubKeys } from './hub-keys.ts';
import { scopedUserJwt, verifiedUser } from './nats-jwt.ts';

interface IdentityDeps {
  readonly keys: HubKeys;
  readonly nowMs: () => number;
  /** Addresses of the broker for stations. */
  readonly brokerUrls: readonly string[];
  /** Certificate to trust, PEM; undefined without TLS, or with a public authority. */
  readonly ca: () => string | undefined;
}

/** Issues the credentials of stations, and recognises them. */
export class Identity {
  readonly #deps: IdentityDeps;

  constructor(deps: IdentityDeps) {
    this.#deps = deps;
  }

  /** Credentials with which a station connects, valid for 30 days. @param key public key of the station */
  credentials(sid: string, key: string): Credentials {
    const { ca, brokerUrls, keys } = this.#deps;
    const issuedS = this.#nowS();
    const expiresS = issuedS + LIMITS.credentialsS;
    const jwt = scopedUserJwt(keys.stationSigning, {
      user: key,
      name: sid,
      account: keys.stationsAccount.publicKey,
      issuedS,
      expiresS,
    });
    const pem = ca();
    return {
      v: 1,
      sid,
      jwt,
      issued: issuedS * 1000,
      expires: expiresS * 1000,
      servers: [...brokerUrls],
      ...(pem !== undefined && { ca: pem }),
      hubKeys: this.hubKeys,
    };
  }

  /** The station for which this hub issued these credentials and key, also when its registry is lost. */
  sid(jwt: string, key: string): string | undefined {
    const owner = verifiedUser(jwt, this.#deps.keys.stationSigning);
    return owner?.user === key ? owner.name : undefined;
  }

  /** Public keys of the hub's commands. */
  get hubKeys(): HubKey[] {
    const { kid, x } = this.#deps.keys.command;
    return [{ kid, x }];
  }

  #nowS(): number {
    return Math.floor(this.#deps.nowMs() / 1000);
  }
}
