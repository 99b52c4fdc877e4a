import type { Clock } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { distanceM, type LatLon, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { beyondEdgeM, isCrossing } from '@kitestring/station-contract/place/polygon.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { type NewZone, ZONES_MAX, type Zone } from '@kitestring/station-contract/station/geofence.ts';
import { readName } from '../auth/name.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Secrets } from '../ports/secrets.ts';

interface GeofenceDeps {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'newId'>;
  readonly documents: DocumentStore;
  /** Zones, or which of them are crossed. */
  readonly onChange: () => void;
}

/** The Kite in the air with a good position of its own. */
export interface PlacedKite {
  readonly at: LatLon;
  readonly altitudeM: number | undefined;
}

type KeptZone = Omit<Zone, 'is_crossed'>;

const DOCUMENT = 'geofence';
/** Distance back from the edge that ends a crossing, metres: a receiver scatters by as much. */
const BACK_M = 3;
/** Characters of the names in a notification. */
const NAMES_MAX = 120;

/**
 * Zones that the operator draws. Invariant: a crossing is told, and nothing in the flight changes for it: a landing because a
 * receiver jumps by 20 m is a worse danger than the crossing.
 */
export class Geofence {
  readonly #deps: GeofenceDeps;
  #zones: readonly KeptZone[];
  #crossed: readonly string[] = [];

  constructor(deps: GeofenceDeps) {
    this.#deps = deps;
    this.#zones = JSON.parse(deps.documents.get(DOCUMENT) ?? '[]') as KeptZone[];
  }

  [STATE](archive: StateArchive): void {
    [this.#zones, this.#crossed] = archive.all(this.#zones, this.#crossed);
  }

  /** Oldest first. */
  list(): readonly Zone[] {
    return this.#zones.map((zone) => this.#shown(zone));
  }

  /** TOO_MANY_ZONES, INVALID_REQUEST. @throws when the store cannot be written: then there is no zone */
  add(caller: Caller, asked: NewZone): Result<Zone> {
    const name = readName('name', asked.name);
    if (!name.ok) return name;
    const fault = zoneFault(asked);
    if (fault !== undefined) return refuse('INVALID_REQUEST', { fault });
    if (this.#zones.length >= ZONES_MAX) return refuse('TOO_MANY_ZONES', { most: ZONES_MAX });
    const { clock, secrets } = this.#deps;
    const zone: KeptZone = {
      ...asked,
      zone_id: secrets.newId(),
      name: name.value,
      created_time: formatTimestamp(clock.nowUs()),
      created_by: caller.callerName,
    };
    this.#become([...this.#zones, zone]);
    return ok(this.#shown(zone));
  }

  /** ZONE_NOT_FOUND. @throws when the store cannot be written: then the zone is still there */
  delete(id: string): Result<void> {
    if (!this.#zones.some(({ zone_id }) => zone_id === id)) return refuse('ZONE_NOT_FOUND', { id: quote(id) });
    this.#become(this.#zones.filter(({ zone_id }) => zone_id !== id));
    this.#crossed = this.#crossed.filter((crossed) => crossed !== id);
    return accepted;
  }

  /** @param kite undefined while its position is unknown: what was crossed remains so. `onGround` ends every crossing */
  follow(kite: PlacedKite | 'onGround' | undefined): void {
    if (kite === undefined) return;
    const isCrossed = (zone: KeptZone) => {
      const beyondM = kite === 'onGround' ? undefined : beyondRuleM(zone, kite);
      return beyondM !== undefined && beyondM > (this.#crossed.includes(zone.zone_id) ? -BACK_M : 0);
    };
    const crossed = kite === 'onGround' ? [] : this.#zones.filter(isCrossed).map(({ zone_id }) => zone_id);
    if (crossed.join() === this.#crossed.join()) return;
    this.#crossed = crossed;
    this.#deps.onChange();
  }

  /** Names of the crossed zones; undefined without any. */
  get crossedNames(): string | undefined {
    const names = this.#zones.filter(({ zone_id }) => this.#crossed.includes(zone_id)).map(({ name }) => name);
    const text = names.join(', ');
    if (names.length === 0) return undefined;
    return text.length > NAMES_MAX ? `${text.slice(0, NAMES_MAX)}…` : text;
  }

  #shown(zone: KeptZone): Zone {
    return { ...zone, is_crossed: this.#crossed.includes(zone.zone_id) };
  }

  /** Stored first: what cannot be kept is not shown. */
  #become(zones: readonly KeptZone[]): void {
    this.#deps.documents.set(DOCUMENT, JSON.stringify(zones));
    this.#zones = zones;
    this.#deps.onChange();
  }
}

/** One sentence for what the schema cannot say. */
function zoneFault({ altitude_max: altitudeMaxM, circle, polygon, rule }: NewZone): string | undefined {
  if ((circle === undefined) === (polygon === undefined)) return 'a zone must have either circle or polygon';
  if (rule === 'altitude_max' && altitudeMaxM === undefined) return 'altitude_max is required with this rule';
  if (rule !== 'altitude_max' && altitudeMaxM !== undefined) return `altitude_max is not allowed with the rule ${rule}`;
  if (polygon !== undefined && isCrossing(relativeCorners(polygon))) return 'polygon must not cross itself';
  return undefined;
}

type Corners = NonNullable<Zone['polygon']>;

/** East and north of the first corner. */
const relativeCorners = (corners: Corners) =>
  corners.map((corner) => offsetOf(asLatLon(corners[0] ?? corner), asLatLon(corner)));

const asLatLon = ({ latitude, longitude }: Corners[number]): LatLon => ({ latDeg: latitude, lonDeg: longitude });

/** Metres by which a Kite is beyond what the zone wants, negative within it; undefined without an altitude that counts. */
function beyondRuleM({ altitude_max: maxM, circle, polygon = [], rule }: KeptZone, { altitudeM, at }: PlacedKite) {
  const [first] = polygon;
  const outsideM =
    circle !== undefined
      ? distanceM(offsetOf(asLatLon(circle), at)) - circle.radius
      : first === undefined
        ? 0
        : beyondEdgeM(relativeCorners(polygon), offsetOf(asLatLon(first), at));
  if (rule === 'stay_inside') return outsideM;
  if (rule === 'keep_out') return -outsideM;
  return altitudeM === undefined || maxM === undefined ? undefined : Math.min(-outsideM, altitudeM - maxM);
}
