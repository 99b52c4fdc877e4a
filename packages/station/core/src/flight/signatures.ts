import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import { type NewSignature, SIGNATURES_MAX, type Signature } from '@kitestring/station-contract/station/signature.ts';
import { readName } from '../auth/name.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { attempt } from '../ports/store.ts';

interface SignaturesDeps {
  readonly clock: Clock;
  readonly documents: DocumentStore;
  readonly readiness: () => Readiness;
  readonly onStoreFault: (fault: unknown) => void;
  readonly onBug?: OnBug | undefined;
}

const DOCUMENT = 'readiness_signatures';
const ON_GROUND: readonly FlightStateName[] = ['StandBy', 'Unknown'];

/** Signatures under the readiness list of the next take-off. Invariant: each has the list as the station had it. */
export class Signatures {
  readonly #deps: SignaturesDeps;
  readonly #listeners: Listeners<[Signature]>;
  #signatures: readonly Signature[];
  #isFlown = false;

  constructor(deps: SignaturesDeps) {
    this.#deps = deps;
    this.#listeners = new Listeners('signatures', deps.onBug);
    this.#signatures = JSON.parse(deps.documents.get(DOCUMENT) ?? '[]') as Signature[];
  }

  [STATE](archive: StateArchive): void {
    [this.#signatures, this.#isFlown] = archive.all(this.#signatures, this.#isFlown);
  }

  /** In the order in which they came. */
  list(): readonly Signature[] {
    return this.#signatures;
  }

  /** INVALID_REQUEST, WRONG_FLIGHT_STATE, READINESS_CHANGED, TOO_MANY_SIGNATURES. */
  sign(caller: Caller, { name: wanted, revision: seen }: NewSignature): Result<Signature> {
    const name = readName('name', wanted);
    if (!name.ok) return name;
    const { checks, flight_state, ready, revision } = this.#deps.readiness();
    if (flight_state !== 'StandBy') {
      return refuse('WRONG_FLIGHT_STATE.notInState', { state: flight_state, allowed: 'StandBy' });
    }
    if (revision !== seen) {
      return refuse('READINESS_CHANGED');
    }
    if (this.#signatures.length >= SIGNATURES_MAX) {
      return refuse('TOO_MANY_SIGNATURES', { most: SIGNATURES_MAX });
    }
    const signed_at = formatTimestamp(this.#deps.clock.nowUs());
    const signature = { name: name.value, signed_at, plugin_name: caller.callerName, ready, revision, checks };
    const all = [...this.#signatures, signature];
    this.#deps.documents.set(DOCUMENT, JSON.stringify(all));
    this.#signatures = all;
    this.#listeners.tell(signature);
    return ok(signature);
  }

  /** Follows the flight: after it, and after a restart during it, the next take-off begins without signatures. */
  follow(state: FlightStateName): void {
    if (!ON_GROUND.includes(state)) this.#begin();
    if (state !== 'StandBy' || !this.#isFlown) return;
    this.#isFlown = false;
    this.#signatures = [];
  }

  /** In the air they are kept in memory only. */
  #begin(): void {
    if (this.#isFlown) return;
    this.#isFlown = true;
    if (this.#signatures.length === 0) return;
    attempt(() => this.#deps.documents.keep(DOCUMENT, undefined), this.#deps.onStoreFault);
  }

  onSignature(listener: (signature: Signature) => void): Cancel {
    return this.#listeners.add(listener);
  }
}

/** Signed content: each check with its state, without its value, which changes while it is read. */
export const checksRevision = ({ checks, flight_state }: Pick<Readiness, 'checks' | 'flight_state'>): string =>
  fnv1a(`${flight_state} ${checks.map(({ check, code = '', state }) => `${check}:${state}:${code}`).join(' ')}`);

/** FNV-1a of 32 bits: tells lists apart, and protects against nothing. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
