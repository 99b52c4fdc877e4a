import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_BATTERY_FUNCTION } from '@kitestring/mavlink-codec/enums.ts';
import type { KiteSample } from '@kitestring/station-core/ports';
import { type BatteryReading, batteryOf } from './readings.ts';

const VALID_US = 30_000_000;
/** More are none of a multirotor. */
const MOST = 16;

/** Ids of BATTERY_STATUS, where they cannot be known by themselves. */
export interface BatteryIds {
  /** Battery that carries the Kite when the tether gives no power. */
  readonly backup?: number | undefined;
  /** Monitor of what comes up the tether. */
  readonly tether?: number | undefined;
}

interface Battery {
  readonly id: number;
  readonly reading: BatteryReading;
  /** It feeds electronics or a payload: the Kite does not fly on it. */
  readonly isOther: boolean;
  readonly atUs: number;
}

type BatteryState = BatteryReading & Pick<KiteSample, 'supplyVoltageV'>;

/** Batteries of a vehicle, each with an id: the backup battery, and the supply by the tether. */
export class Batteries {
  readonly #ids: BatteryIds;
  readonly #known = new Map<number, Battery>();
  #unclear: readonly number[] = [];

  constructor(ids: BatteryIds = {}) {
    this.#ids = ids;
  }

  take(fields: MessageFields['BATTERY_STATUS'], nowUs: number): void {
    const { battery_function, id } = fields;
    if (this.#known.size >= MOST && !this.#known.has(id)) return;
    const { AVIONICS, PAYLOAD } = MAV_BATTERY_FUNCTION;
    const isOther = battery_function === AVIONICS || battery_function === PAYLOAD;
    this.#known.set(id, { id, reading: batteryOf(fields), isOther, atUs: nowUs });
  }

  clear(): void {
    this.#known.clear();
  }

  /** Ids of the batteries that may each be the backup battery, the one that is taken first; empty where it is clear. */
  get unclear(): readonly number[] {
    return this.#unclear;
  }

  /** Undefined while none is heard. */
  state(nowUs: number): BatteryState | undefined {
    const fresh = [...this.#known.values()]
      .filter(({ atUs }) => nowUs - atUs <= VALID_US)
      .toSorted((a, b) => a.id - b.id);
    if (fresh.length === 0) return undefined;
    const tether = this.#tether(fresh);
    const backup = this.#backup(fresh, tether);
    const supplyVoltageV = tether?.reading.batteryVoltageV;
    return { ...backup?.reading, ...(supplyVoltageV !== undefined && { supplyVoltageV }) };
  }

  /** A supply has a voltage and no charge. A single battery is never one, and two of them are unclear. */
  #tether(fresh: readonly Battery[]): Battery | undefined {
    const { backup, tether } = this.#ids;
    if (tether !== undefined) return fresh.find(({ id }) => id === tether);
    if (fresh.length === 1) return undefined;
    const [supply, ...more] = fresh.filter(
      ({ id, isOther, reading }) => !isOther && id !== backup && reading.batteryPercent === undefined,
    );
    return more.length === 0 ? supply : undefined;
  }

  #backup(fresh: readonly Battery[], tether: Battery | undefined): Battery | undefined {
    const { backup } = this.#ids;
    if (backup !== undefined) return fresh.find(({ id }) => id === backup);
    const others = fresh.filter((each) => each !== tether && each.id !== this.#ids.tether);
    const flying = others.filter(({ isOther }) => !isOther);
    const candidates = flying.length === 0 ? others : flying;
    this.#unclear = candidates.length > 1 ? candidates.map(({ id }) => id) : [];
    return candidates[0];
  }
}
