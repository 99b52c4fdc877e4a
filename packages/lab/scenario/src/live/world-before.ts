import type { Scenario } from '../scenario.ts';
import type { ScenarioHost } from './scenario-host.ts';

type HostAircraft = ScenarioHost['world']['aircraft'];

/** State of the world before a scenario's manual changes, to restore it. */
export class WorldBefore {
  readonly #aircraft: HostAircraft;
  readonly #wind: HostAircraft['simulation']['wind']['base'];
  readonly #sight: Omit<HostAircraft['simulation']['sight'], 'setSolarHour'>;
  readonly #sea: HostAircraft['simulation']['base']['sea'];
  readonly #way: HostAircraft['simulation']['base']['way'];
  readonly #cameraModel: HostAircraft['cameraModel'];
  readonly #isCameraOn: boolean;
  readonly #hands: { readonly isPressed: boolean; readonly isEngaged: boolean } | undefined;

  constructor(aircraft: HostAircraft) {
    const { base, sight, wind, onBoard, rooftopBox } = aircraft.simulation;
    this.#aircraft = aircraft;
    this.#wind = { ...wind.base };
    const { cloudCover, rainMmph, sunAheadMs, visibilityM } = sight;
    this.#sight = { cloudCover, rainMmph, sunAheadMs, visibilityM };
    this.#sea = base.sea;
    this.#way = base.way;
    this.#cameraModel = aircraft.cameraModel;
    this.#isCameraOn = onBoard.isCameraOn;
    this.#hands = rooftopBox && {
      isPressed: rooftopBox.safetyLandButtonPressed,
      isEngaged: rooftopBox.parkingBrakeEngaged,
    };
  }

  /** Sets the world as the scenario requires. */
  become({ wind, weather, sea, cameraModel }: Scenario): void {
    const aircraft = this.#aircraft;
    aircraft.setWind({ speedMps: wind.speed_mps, fromDeg: wind.from_deg, turbulence: wind.turbulence });
    aircraft.setWeather(weather);
    aircraft.setSea({ seaState: sea.sea_state, wavesFromDeg: sea.waves_from_deg });
    aircraft.steerBase(0, this.#way.headingDeg);
    aircraft.setCameraModel(cameraModel);
    if (!this.#isCameraOn) aircraft.setCameraPowered(true);
    aircraft.setSafetyLandButton(false);
    aircraft.setParkingBrake(true);
  }

  /** Restores what can be restored manually. @param faultIds injected faults */
  restore(faultIds: Iterable<string>): void {
    const aircraft = this.#aircraft;
    // A fault that cannot be cleared in the air stays, and says why.
    for (const id of faultIds) aircraft.faults.clear(id);
    aircraft.setWind(this.#wind);
    Object.assign(aircraft.simulation.sight, this.#sight);
    aircraft.setSea(this.#sea);
    aircraft.steerBase(this.#way.speedMps, this.#way.headingDeg);
    aircraft.setCameraModel(this.#cameraModel);
    if (aircraft.simulation.onBoard.isCameraOn !== this.#isCameraOn) aircraft.setCameraPowered(this.#isCameraOn);
    if (this.#hands === undefined) return;
    aircraft.setSafetyLandButton(this.#hands.isPressed);
    aircraft.setParkingBrake(this.#hands.isEngaged);
  }
}
