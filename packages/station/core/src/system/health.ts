import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { AircraftSample, KiteSample } from '../ports/aircraft.ts';
import type { StationSettings } from '../station-settings.ts';
import { isVoltageWrong } from './battery-voltage.ts';
import { type HeatLevel, nextHeat } from './heat.ts';
import { KiteLink } from './kite-link.ts';

/** Time for which a voltage must be wrong, seconds: a battery takes a moment to rest. */
const VOLTAGE_AFTER_S = 5;

/** Time for which the wind must be below its limit, seconds: a lull between gusts does not allow take-off. */
const WIND_AFTER_S = 10;

/** Failures that the station derives from hardware readings. */
export class Health {
  readonly kiteLink = new KiteLink();
  readonly #settings: StationSettings;
  #kiteHeat: HeatLevel = 'normal';
  #spoolHeat: HeatLevel = 'normal';
  #kiteVoltageWrongSinceUs: number | undefined;
  #groundStationVoltageWrongSinceUs: number | undefined;
  #measuredUs = 0;
  #isSupplyLow = false;
  #strongWindUs: number | undefined;
  #strongestWindMps = 0;

  constructor(settings: StationSettings) {
    this.#settings = settings;
  }

  [STATE](archive: StateArchive): void {
    [this.#kiteHeat, this.#spoolHeat] = archive.all(this.#kiteHeat, this.#spoolHeat);
    this.#kiteVoltageWrongSinceUs = archive.of(this.#kiteVoltageWrongSinceUs);
    this.#groundStationVoltageWrongSinceUs = archive.of(this.#groundStationVoltageWrongSinceUs);
    [this.#measuredUs, this.#isSupplyLow] = archive.all(this.#measuredUs, this.#isSupplyLow);
    [this.#strongWindUs, this.#strongestWindMps] = archive.all(this.#strongWindUs, this.#strongestWindMps);
    archive.in(this.kiteLink);
  }

  /** @param kite undefined without data */
  update(sample: AircraftSample, kite: KiteSample | undefined): void {
    const { heat } = this.#settings;
    const { hysteresisC } = heat;
    const kiteLimits = { warnC: heat.kiteWarnC, landC: heat.kiteLandC, hysteresisC };
    const spoolLimits = { warnC: heat.spoolWarnC, landC: heat.spoolLandC, hysteresisC };
    this.#kiteHeat = nextHeat(this.#kiteHeat, kite?.temperatureC, kiteLimits);
    this.#spoolHeat = nextHeat(this.#spoolHeat, sample.groundStation.spoolTemperatureC, spoolLimits);
    this.#measuredUs = sample.timeUs;
    this.kiteLink.accept(sample);
    this.#judgeVoltages(sample, kite);
    this.#judgeSupply(sample.groundStation.vehicleVoltageV);
    this.#judgeWind(kite?.windSpeedMps);
  }

  get kiteHeat(): HeatLevel {
    return this.#kiteHeat;
  }

  get spoolHeat(): HeatLevel {
    return this.#spoolHeat;
  }

  get isKiteVoltageWrong(): boolean {
    return this.#hasLasted(this.#kiteVoltageWrongSinceUs);
  }

  get isGroundStationVoltageWrong(): boolean {
    return this.#hasLasted(this.#groundStationVoltageWrongSinceUs);
  }

  /** Supply voltage of the vehicle that carries the Rooftop Box. */
  get isSupplyLow(): boolean {
    return this.#isSupplyLow;
  }

  /** The wind was too strong for a take-off within the last seconds. */
  get isTakeOffWindTooStrong(): boolean {
    return this.#strongWindUs !== undefined;
  }

  /** Strongest gust since the wind became too strong, m/s. */
  get strongestWindMps(): number {
    return this.#strongestWindMps;
  }

  #hasLasted(sinceUs: number | undefined): boolean {
    return sinceUs !== undefined && this.#measuredUs - sinceUs >= VOLTAGE_AFTER_S * US_PER_S;
  }

  /** A discharging battery sags; its voltage is then not judged, and the last judgement stays. */
  #judgeVoltages({ groundStation, timeUs }: AircraftSample, kite: KiteSample | undefined): void {
    const { kiteCells, groundStationCells, cellToleranceV: toleranceV, kiteSupplyMinV } = this.#settings.batteries;
    const { mainPowerLost, tetherDamaged } = groundStation.hazards;
    if (mainPowerLost) return;
    const { batteryVoltageV: groundV, batteryPercent: groundPercent } = groundStation;
    const isGroundWrong =
      groundV !== undefined &&
      isVoltageWrong({ voltageV: groundV, percent: groundPercent, cells: groundStationCells, toleranceV });
    this.#groundStationVoltageWrongSinceUs = since(this.#groundStationVoltageWrongSinceUs, isGroundWrong, timeUs);
    const isKiteLoaded = tetherDamaged || (kite?.supplyVoltageV ?? kiteSupplyMinV) < kiteSupplyMinV;
    if (isKiteLoaded) return;
    const isKiteWrong =
      kiteCells !== undefined &&
      kite?.batteryVoltageV !== undefined &&
      isVoltageWrong({ voltageV: kite.batteryVoltageV, percent: kite.batteryPercent, cells: kiteCells, toleranceV });
    this.#kiteVoltageWrongSinceUs = since(this.#kiteVoltageWrongSinceUs, isKiteWrong, timeUs);
  }

  #judgeWind(speedMps: number | undefined): void {
    if (speedMps !== undefined && speedMps > this.#settings.flight.takeoffWindMaxMps) {
      this.#strongWindUs = this.#measuredUs;
      this.#strongestWindMps = Math.max(this.#strongestWindMps, speedMps);
    } else if (this.#measuredUs - (this.#strongWindUs ?? 0) >= WIND_AFTER_S * US_PER_S) {
      this.#strongWindUs = undefined;
      this.#strongestWindMps = 0;
    }
  }

  #judgeSupply(voltageV: number | undefined): void {
    const { supplyLowV, supplyGoodV } = this.#settings.rooftopBox;
    if (voltageV === undefined || voltageV >= supplyGoodV) this.#isSupplyLow = false;
    else if (voltageV < supplyLowV) this.#isSupplyLow = true;
  }
}

const since = (before: number | undefined, isSo: boolean, nowUs: number): number | undefined =>
  isSo ? (before ?? nowUs) : undefined;
