import type { SimulatedWorld } from '@kitestring/server/composition/simulated-world.ts';
import type { Scenario } from '../scenario.ts';

type Aircraft = SimulatedWorld['aircraft'];

/** What a scenario changes in the world by hand, as it was before, so that it can be set back. */
export class WorldBefore {
  readonly #aircraft: Aircraft;
  readonly #wind: Aircraft['simulation']['wind']['base'];
  readonly #sea: Aircraft['simulation']['base']['sea'];
  readonly #way: Aircraft['simulation']['base']['way'];
  readonly #cameraModel: Aircraft['cameraModel'];
  readonly #isCameraOn: boolean;
  readonly #hands: { readonly isPressed: boolean; readonly isEngaged: boolean } | undefined;

  constructor(aircraft: Aircraft) {
    const { base, wind, isCameraOn, rooftopBox } = aircraft.simulation;
    this.#aircraft = aircraft;
    this.#wind = { ...wind.base };
    this.#sea = base.sea;
    this.#way = base.way;
    this.#cameraModel = aircraft.cameraModel;
    this.#isCameraOn = isCameraOn;
    this.#hands = rooftopBox && {
      isPressed: rooftopBox.safetyLandButtonPressed,
      isEngaged: rooftopBox.parkingBrakeEngaged,
    };
  }

  /** Makes the world as the scenario begins. */
  become({ wind, sea, cameraModel }: Scenario): void {
    const aircraft = this.#aircraft;
    aircraft.setWind({ speedMps: wind.speed_mps, fromDeg: wind.from_deg, turbulence: wind.turbulence });
    aircraft.setSea({ seaState: sea.sea_state, wavesFromDeg: sea.waves_from_deg });
    aircraft.steerBase(0, this.#way.headingDeg);
    aircraft.setCameraModel(cameraModel);
    if (!this.#isCameraOn) aircraft.setCameraPowered(true);
    aircraft.setSafetyLandButton(false);
    aircraft.setParkingBrake(true);
  }

  /** Sets back what hands can set back. @param faultIds the faults that were brought on */
  restore(faultIds: Iterable<string>): void {
    const aircraft = this.#aircraft;
    // One that cannot be mended in the air stays, and shows why.
    for (const id of faultIds) aircraft.faults.clear(id);
    aircraft.setWind(this.#wind);
    aircraft.setSea(this.#sea);
    aircraft.steerBase(this.#way.speedMps, this.#way.headingDeg);
    aircraft.setCameraModel(this.#cameraModel);
    if (aircraft.simulation.isCameraOn !== this.#isCameraOn) aircraft.setCameraPowered(this.#isCameraOn);
    if (this.#hands === undefined) return;
    aircraft.setSafetyLandButton(this.#hands.isPressed);
    aircraft.setParkingBrake(this.#hands.isEngaged);
  }
}
