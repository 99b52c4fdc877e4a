import { randomBytes } from 'node:crypto';
import {
  type Challenge,
  ChallengeRequest,
  type Credentials,
  type EnrolmentRefusal,
  EnrolRequest,
  RenewRequest,
} from '@kitestring/hub-contract/enrolment.ts';
import { isSignedBy } from '@kitestring/hub-contract/nkey.ts';
import { checkMessage } from '@kitestring/hub-contract/read-message.ts';
import { enrolmentText, renewalText } from '@kitestring/hub-contract/signed-texts.ts';
import { makeToken, TOKEN_LENGTH } from '@kitestring/hub-contract/tokens.ts';
import { Gathered } from '../database/gathered.ts';
import { hubEvent, insertEvents } from '../events/insert-events.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { Enrolments } from '../registry/enrolments.ts';
import type { RegisteredStation } from '../registry/stations.ts';
import type { ChallengeNonces } from './challenge-nonces.ts';

interface StationEnrolmentDeps extends Pick<HubDeps, 'database' | 'stations' | 'audit' | 'identity' | 'nowMs'> {
  readonly enrolments: Enrolments;
  readonly nonces: ChallengeNonces;
}

/** Origin of a request. */
interface EnrolmentCaller {
  /** Host with port, from the station’s URL of the hub. */
  readonly host: string;
  readonly address: string | undefined;
}

type Refused = Omit<EnrolmentRefusal, 'v'>;

const refusal = (error: EnrolmentRefusal['error'], message: string): EnrolmentRefusal => ({ v: 1, error, message });

const NEW_KEY_KNOWN = 'newKey: a station had it already; make another one';

export const isRefusal = (answer: object): answer is EnrolmentRefusal => 'error' in answer;

/** A station that wants to become a member. */
interface Applicant {
  readonly code: string;
  readonly station: RegisteredStation;
  /** It is a member already. */
  readonly isMember: boolean;
  readonly address: string | undefined;
}

type Admission = 'member' | 'no code' | 'known key';

/** Enrols stations in the fleet, and renews their credentials. */
export class StationEnrolment {
  readonly #deps: StationEnrolmentDeps;
  readonly #applicants = new Gathered((applicants: readonly Applicant[]) => this.#admit(applicants));

  constructor(deps: StationEnrolmentDeps) {
    this.#deps = deps;
  }

  /**
   * Uses up a code and enrols the station whose key has signed the request. A repeated request with the same key is
   * answered again, because the answer may have been lost.
   */
  async enrol(body: unknown, { address, host }: EnrolmentCaller): Promise<Credentials | EnrolmentRefusal> {
    const read = checkMessage(EnrolRequest, body);
    if (!read.ok) return refusal('MALFORMED', read.message);
    const { code, inventory, key, member, nonce, sig } = read.value;
    const { identity, nowMs, stations } = this.#deps;
    if (!isSignedBy(key, enrolmentText(host, code, key, nonce), sig)) {
      return refusal('BAD_SIGNATURE', `sig: the key has not signed this request to ${host}; check the hub's URL`);
    }
    const createdMs = nowMs();
    const formerSid = member === undefined ? undefined : identity.sid(member, key);
    // Another replica may just have revoked it.
    const known = formerSid === undefined ? undefined : await stations.load(formerSid);
    if (known?.revokedMs !== undefined) {
      return refusal('STATION_REVOKED', 'this identity was revoked: enrol the station with a new key');
    }
    if (known?.key !== key && stations.isKnownKey(key)) return this.#answerKnownKey(code, key);
    const sid = formerSid ?? `s${makeToken(randomBytes(TOKEN_LENGTH))}`;
    const station: RegisteredStation = known ?? {
      sid,
      name: inventory.name,
      key,
      createdMs,
      inventory,
      revokedMs: undefined,
      beat: undefined,
      seenMs: undefined,
      boots: [],
    };
    const isMember = known !== undefined;
    const outcome = await this.#applicants.do({ code, station, isMember, address });
    if (outcome === 'known key') return this.#answerKnownKey(code, key);
    if (outcome === 'no code' && !(await this.#isUser(code, station))) {
      return refusal('CODE_NOT_VALID', 'code: it is wrong, used, or older than ten minutes; ask for a new one');
    }
    if (!isMember) stations.added(station);
    return identity.credentials(sid, key);
  }

  /** The station whose answer was lost asks again; any other one needs another key. */
  async #answerKnownKey(code: string, key: string): Promise<Credentials | EnrolmentRefusal> {
    const { enrolments, identity, nowMs, stations } = this.#deps;
    const sid = await enrolments.user(code, nowMs());
    // Another replica may have admitted it a moment ago.
    const user = sid === undefined ? undefined : await stations.load(sid);
    if (user?.key === key && user.revokedMs === undefined) return identity.credentials(user.sid, key);
    return refusal('BAD_SIGNATURE', 'key: a station has it already; make a new one');
  }

  /** A member whose answer was lost repeats its request. */
  async #isUser(code: string, { sid }: RegisteredStation): Promise<boolean> {
    return (await this.#deps.enrolments.user(code, this.#deps.nowMs())) === sid;
  }

  #admit(applicants: readonly Applicant[]): Promise<readonly Admission[]> {
    const { audit, database, enrolments, nowMs, stations } = this.#deps;
    return database.transaction(async (queries) => {
      // Another replica may have admitted a station with the same key at this moment.
      const keys = applicants.map(({ isMember, station }) => (isMember ? undefined : station.key));
      const known = await stations.knownKeys(
        queries,
        keys.filter((key) => key !== undefined),
      );
      const isNew = keys.map((key, index) => key === undefined || (!known.has(key) && keys.indexOf(key) === index));
      const codes = applicants.map(({ code }, index) => (isNew[index] ? code : ''));
      const ids = await enrolments.use(queries, codes, nowMs());
      // The first station to use a code gets it.
      const outcomes = codes.map((code, index): Admission => {
        if (!isNew[index]) return 'known key';
        return ids.has(code) && codes.indexOf(code) === index ? 'member' : 'no code';
      });
      const admitted = applicants.filter((_, index) => outcomes[index] === 'member');
      if (admitted.length === 0) return outcomes;
      const members = admitted.filter(({ isMember }) => !isMember).map(({ station }) => station);
      await stations.insert(queries, members);
      await enrolments.usedBy(
        queries,
        admitted.map(({ code, station: { sid } }) => [ids.get(code) ?? '', sid]),
      );
      const done = { who: 'station', what: 'enrol', outcome: 'done' };
      await audit.noteIn(
        queries,
        ...admitted.map(({ address, station }) => ({ ...done, station: station.sid, address })),
      );
      const events = members.map(({ createdMs, name, sid }) => hubEvent('station.enrolled', sid, createdMs, { name }));
      await insertEvents(queries, events, nowMs());
      return outcomes;
    });
  }

  /** A nonce to sign for a renewal over HTTPS. Unknown stations get one too, so that the answer tells nothing about them. */
  challenge(body: unknown): Challenge | EnrolmentRefusal {
    const read = checkMessage(ChallengeRequest, body);
    if (!read.ok) return refusal('MALFORMED', read.message);
    return { v: 1, nonce: this.#deps.nonces.make(read.value.sid) };
  }

  /** Renews over HTTPS with the nonce of a challenge, which is used once. */
  async renewByChallenge(body: unknown): Promise<Credentials | EnrolmentRefusal> {
    const read = checkMessage(RenewRequest, body);
    if (!read.ok) return refusal('MALFORMED', read.message);
    const { nonce, sid } = read.value;
    if (!this.#deps.nonces.use(sid, nonce)) {
      return refusal('BAD_SIGNATURE', 'nonce: it is not from a challenge of the last minute; ask for a new one');
    }
    return this.#renew(read.value);
  }

  /** Renews over the broker, whose connection has authenticated the station. @param sid of the subject */
  async renewByBroker(sid: string, body: unknown): Promise<Credentials | EnrolmentRefusal> {
    const read = checkMessage(RenewRequest, body);
    if (!read.ok) return refusal('MALFORMED', read.message);
    if (read.value.sid !== sid) return refusal('MALFORMED', `sid: ${sid} has sent it for ${read.value.sid}`);
    return this.#renew(read.value);
  }

  async #renew(request: RenewRequest): Promise<Credentials | EnrolmentRefusal> {
    const { audit, identity, nowMs, stations } = this.#deps;
    const { key, newKey, sid } = request;
    // Another replica may just have changed its key.
    await stations.load(sid);
    const refused = this.#renewalRefusal(request);
    if (refused !== undefined) return { v: 1, ...refused };
    if (newKey !== undefined && newKey !== stations.get(sid)?.key) {
      if (!(await stations.useKey(sid, newKey, nowMs()))) return refusal('BAD_SIGNATURE', NEW_KEY_KNOWN);
      await audit.note({ who: 'station', what: 'renew.key', station: sid, outcome: 'done' });
    }
    return identity.credentials(sid, newKey ?? key);
  }

  #renewalRefusal({ key, newKey, newSig, nonce, sid, sig }: RenewRequest): Refused | undefined {
    const { stations } = this.#deps;
    const station = stations.get(sid);
    if (station === undefined) return { error: 'UNKNOWN_STATION', message: `sid: there is no station ${sid}` };
    if (station.revokedMs !== undefined) {
      return { error: 'STATION_REVOKED', message: 'this station is no longer part of the fleet' };
    }
    const waitMs = (station.suspendedUntilMs ?? 0) - this.#deps.nowMs();
    if (waitMs > 0) {
      const message = `this station has sent more than a station may; it is taken again in ${Math.ceil(waitMs / 1000)} s`;
      return { error: 'TOO_MANY_ATTEMPTS', message };
    }
    const text = renewalText(sid, key, newKey, nonce);
    // A former key is refused: the station has been enrolled again with the current one.
    if (key !== station.key || !isSignedBy(key, text, sig)) {
      return { error: 'BAD_SIGNATURE', message: 'sig: the present key of the station has not signed this request' };
    }
    if (newKey === undefined) return undefined;
    if (newSig === undefined || !isSignedBy(newKey, text, newSig)) {
      return { error: 'BAD_SIGNATURE', message: 'newSig: the new key has not signed this request' };
    }
    return newKey !== key && stations.isKnownKey(newKey)
      ? { error: 'BAD_SIGNATURE', message: NEW_KEY_KNOWN }
      : undefined;
  }
}
