import type { Log } from '@kitestring/base/log.ts';
import { Credentials } from '@kitestring/hub-contract/enrolment.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/nats-core';
import { acceptedKeys } from '../identity/accepted-keys.ts';
import type { HubIdentity } from '../identity/credentials-file.ts';
import { renewalRequest } from '../identity/enrol.ts';

interface SessionIdentityDeps {
  readonly identity: HubIdentity;
  readonly connection: NatsConnection;
  readonly log: Log;
  /** Called with new credentials to store. */
  readonly onIdentity: (identity: HubIdentity) => void;
}

const RENEWAL_TIMEOUT_MS = 5000;

/** Identity and credentials of the station for one connection: renewed in time, with the newest accepted keys of the hub. */
export class SessionIdentity {
  readonly #deps: SessionIdentityDeps;
  #identity: HubIdentity;

  constructor(deps: SessionIdentityDeps) {
    this.#deps = deps;
    this.#identity = deps.identity;
  }

  get sid(): string {
    return this.credentials.sid;
  }

  get credentials(): Credentials {
    return this.#identity.credentials;
  }

  takeKeys(offered: readonly HubKey[]): void {
    const hubKeys = acceptedKeys(this.credentials.hubKeys, offered);
    if (hubKeys !== undefined) this.#store({ ...this.credentials, hubKeys });
  }

  async renewIfDue(): Promise<void> {
    if (Date.now() - this.credentials.issued < LIMITS.credentialsRenewS * 1000) return;
    const { connection, log } = this.#deps;
    try {
      const subject = SUBJECTS.hub(this.sid, 'renew');
      const request = renewalRequest(this.#identity);
      const answer = await connection.request(subject, request, { timeout: RENEWAL_TIMEOUT_MS });
      const read = readMessage(Credentials, answer.data);
      if (read.ok) this.#store(read.value);
      else log.warn({ reason: read.message }, 'the hub has not renewed the credentials of this station');
    } catch (fault) {
      log.warn({ err: fault }, 'the credentials of this station could not be renewed; tried again in an hour');
    }
  }

  #store(credentials: Credentials): void {
    this.#identity = { ...this.#identity, credentials };
    this.#deps.onIdentity(this.#identity);
  }
}
