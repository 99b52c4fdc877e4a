import type { Clock } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { type NewPin, PINS_MAX, type Pin } from '@kitestring/station-contract/station/pin.ts';
import { readName } from '../auth/name.ts';
import type { PinRecord, PinStore } from '../ports/pin-store.ts';
import type { Secrets } from '../ports/secrets.ts';

interface PinsDeps {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'newId'>;
  readonly store: PinStore;
  readonly onChange: () => void;
}

/** Pins on the map, shared by all clients of the station. At most `PINS_MAX`; none is dropped for another. */
export class Pins {
  readonly #deps: PinsDeps;
  readonly #byId: Map<string, PinRecord>;

  constructor(deps: PinsDeps) {
    this.#deps = deps;
    this.#byId = new Map(deps.store.list().map((pin) => [pin.id, pin]));
  }

  [STATE](archive: StateArchive): void {
    archive.map(this.#byId);
  }

  /** Oldest first. */
  list(): readonly Pin[] {
    return [...this.#byId.values()].map(shownPin);
  }

  /** TOO_MANY_PINS, INVALID_REQUEST (name). @throws when the store cannot be written: then there is no pin */
  add(caller: Caller, { error_radius_m: errorRadiusM, kind = 'other', ...asked }: NewPin): Result<Pin> {
    const name = readName('name', asked.name);
    if (!name.ok) return name;
    if (this.#byId.size >= PINS_MAX) {
      return refuse('TOO_MANY_PINS', { most: PINS_MAX });
    }
    const { clock, secrets, store } = this.#deps;
    const pin: PinRecord = {
      id: secrets.newId(),
      name: name.value,
      kind,
      latDeg: asked.latitude,
      lonDeg: asked.longitude,
      ...(errorRadiusM !== undefined && { errorRadiusM }),
      createdAtUs: clock.nowUs(),
      createdBy: caller.callerName,
    };
    store.add(pin);
    this.#byId.set(pin.id, pin);
    this.#deps.onChange();
    return ok(shownPin(pin));
  }

  /** PIN_NOT_FOUND. @throws when the store cannot be written: then the pin is still there */
  delete(id: string): Result<void> {
    if (!this.#byId.has(id)) return refuse('PIN_NOT_FOUND', { id: quote(id) });
    this.#deps.store.remove(id);
    this.#byId.delete(id);
    this.#deps.onChange();
    return accepted;
  }
}

const shownPin = (pin: PinRecord): Pin => ({
  pin_id: pin.id,
  name: pin.name,
  kind: pin.kind,
  latitude: pin.latDeg,
  longitude: pin.lonDeg,
  ...(pin.errorRadiusM !== undefined && { error_radius_m: pin.errorRadiusM }),
  created_time: formatTimestamp(pin.createdAtUs),
  created_by: pin.createdBy,
});
