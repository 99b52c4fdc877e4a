import { wrap360 } from '@kitestring/aircraft-simulator/angle.ts';
import type { RequestJournal } from '@kitestring/lab-request-journal/request-journal.ts';
import type { WireFaults } from '@kitestring/lab-wire-faults/wire-faults.ts';
import { OnvifLab } from '@kitestring/station-api/api/sim/onvif-lab.ts';
import type {
  SimulatedTimeControl,
  SimulatedWorldControl,
  StationSnapshotControl,
} from '@kitestring/station-api/api/sim/simulated-world-control.ts';
import type { ScenarioRunner } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { SimulationControls } from './world.ts';

/** Controls of the simulation for the API. @param settled resolves when the station responds again after a restart */
export function simulationControl(
  { aircraft, clock, driver }: SimulationControls,
  settled: () => Promise<void>,
  scenarios: ScenarioRunner,
  snapshots: StationSnapshotControl,
  station: () => Station,
  wireFaults: WireFaults,
  journal: RequestJournal,
): SimulatedWorldControl {
  return {
    time: timeControl({ aircraft, clock, driver }, settled),
    faults: aircraft.faults,
    wireFaults,
    journal,
    onvif: new OnvifLab(),
    truth: () => aircraft.truth(),
    tetherShape: (points) => aircraft.tetherShape(points),
    sample: () => station().telemetry.sample,
    wind: () => {
      const { speedMps, fromDeg, turbulence } = aircraft.simulation.wind.base;
      return { speed_mps: speedMps, from_deg: fromDeg, turbulence };
    },
    setWind: ({ speed_mps, from_deg, turbulence }) =>
      aircraft.setWind({ speedMps: speed_mps, fromDeg: from_deg, turbulence }),
    weather: () => aircraft.weather(),
    setWeather: (change) => aircraft.setWeather(change),
    base: () => {
      const { sea, way } = aircraft.simulation.base;
      return {
        sea_state: sea.seaState,
        waves_from_deg: sea.wavesFromDeg,
        speed_mps: way.speedMps,
        heading_deg: wrap360(way.headingDeg),
      };
    },
    setBase: ({ sea_state, waves_from_deg, speed_mps, heading_deg }) => {
      aircraft.setSea({ seaState: sea_state, wavesFromDeg: waves_from_deg });
      aircraft.steerBase(speed_mps, heading_deg);
    },
    payload: () => ({ camera_model: aircraft.cameraModel, online: aircraft.simulation.onBoard.isCameraOn }),
    setCameraModel: (model) => aircraft.setCameraModel(model),
    setCameraPowered: (isOn) => aircraft.setCameraPowered(isOn),
    ...buttonControl(aircraft),
    snapshots,
    scenarios,
  };
}

function buttonControl(
  aircraft: SimulationControls['aircraft'],
): Pick<SimulatedWorldControl, 'buttons' | 'setButtons'> {
  return {
    buttons: () => {
      const { rooftopBox } = aircraft.simulation;
      if (rooftopBox === undefined) return undefined;
      const { safetyLandButtonPressed, parkingBrakeEngaged } = rooftopBox;
      return { safety_land: safetyLandButtonPressed, parking_brake: parkingBrakeEngaged ? 'engaged' : 'disengaged' };
    },
    setButtons: ({ safety_land, parking_brake }) => {
      if (safety_land !== undefined) aircraft.setSafetyLandButton(safety_land);
      if (parking_brake !== undefined) aircraft.setParkingBrake(parking_brake === 'engaged');
    },
  };
}

function timeControl({ clock, driver }: SimulationControls, settled: () => Promise<void>): SimulatedTimeControl {
  return {
    nowUs: () => clock.nowUs(),
    get speed() {
      return driver.speed;
    },
    set speed(speed) {
      driver.speed = speed;
    },
    get isPaused() {
      return driver.isPaused;
    },
    get slippedS() {
      return driver.slippedS;
    },
    get diagnosis() {
      return clock.fault?.message;
    },
    pause: () => driver.pause(),
    resume: () => driver.resume(),
    advance: (seconds) => driver.advance(seconds),
    settled,
  };
}
