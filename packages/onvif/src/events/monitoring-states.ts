import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import { deviceSettings } from '../device-settings.ts';
import type { OnvifProperty, OnvifStation, ProcessorTimes } from '../onvif-station.ts';

/** Source: ONVIF Core Specification, Monitoring Events: usage is an average of 5 s, a charge is told by changes of 2 %. */
const LOOK_US = 5 * US_PER_S;
const CHARGE_STEP_PERCENT = 2;
const NO_TIMES: ProcessorTimes = { busyMs: 0, totalMs: 0 };

const USAGE = 'Monitoring/ProcessorUsage';
/** Sent to subscriptions that name it: recorders complain of a topic that they do not know. */
export const BATTERY = 'Monitoring/BatteryCapacity';
const SYNCHRONIZED = 'Monitoring/OperatingTime/LastClockSynchronization';
export const MEASURED_TOPICS: readonly string[] = [USAGE, BATTERY];

interface MonitoringStatesDeps {
  readonly station: Pick<OnvifStation, 'batteryPercent' | 'documents' | 'identity' | 'processorTimes'>;
  readonly realClock: Clock;
  readonly onChange: () => void;
}

/** Load of the station, charge of the aircraft and setting of the clock. The first two are looked at only while they are wanted. */
export class MonitoringStates {
  readonly #deps: MonitoringStatesDeps;
  #endLooks: Cancel | undefined;
  #times = NO_TIMES;
  #usagePercent: number | undefined;
  #chargePercent: number | undefined;

  constructor(deps: MonitoringStatesDeps) {
    this.#deps = deps;
  }

  properties(): readonly OnvifProperty[] {
    const { documents, identity } = this.#deps.station;
    const states: OnvifProperty[] = [];
    const usage = this.#usagePercent ?? this.#usage();
    if (usage !== undefined)
      states.push({
        topic: USAGE,
        source: { name: 'Token', value: 'processor' },
        data: { name: 'Value', value: usage },
      });
    const charge = this.#chargePercent ?? this.#deps.station.batteryPercent();
    if (charge !== undefined)
      states.push({ topic: BATTERY, data: { name: 'PercentageRemainingCapacity', value: charge } });
    // The clock of a machine with a real aircraft is set by others. Never is 1970 by the specification.
    const setAtMs = deviceSettings(documents).clock?.setAtMs ?? 0;
    const value = new Date(setAtMs).toISOString();
    if (identity.isSimulated) states.push({ topic: SYNCHRONIZED, data: { name: 'Status', value } });
    return states;
  }

  setWanted(isWanted: boolean): void {
    if (isWanted === (this.#endLooks !== undefined)) return;
    this.#endLooks?.();
    this.#endLooks = undefined;
    this.#times = NO_TIMES;
    this.#usagePercent = undefined;
    this.#chargePercent = undefined;
    if (!isWanted) return;
    this.#look();
    this.#endLooks = every(this.#deps.realClock, LOOK_US, () => {
      this.#look();
      this.#deps.onChange();
    });
  }

  #look(): void {
    const { station } = this.#deps;
    this.#usagePercent = this.#usage();
    this.#times = station.processorTimes() ?? NO_TIMES;
    const [charge, told = Number.NEGATIVE_INFINITY] = [station.batteryPercent(), this.#chargePercent];
    if (charge === undefined || Math.abs(charge - told) >= CHARGE_STEP_PERCENT) this.#chargePercent = charge;
  }

  /** Whole percent since the last look; at the first one since the machine has started. */
  #usage(): number | undefined {
    const times = this.#deps.station.processorTimes();
    if (times === undefined) return undefined;
    const { busyMs, totalMs } = this.#times;
    const share = (times.busyMs - busyMs) / (times.totalMs - totalMs);
    return Number.isFinite(share) ? Math.round(Math.min(1, Math.max(0, share)) * 100) : undefined;
  }
}
