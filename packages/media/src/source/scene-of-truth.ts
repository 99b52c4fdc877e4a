import type { TetherShape, Truth } from '@kitestring/contract/sim/truth.ts';
import { CLEAR_DAY } from '@kitestring/scene/render/conditions.ts';
import { TETHER_EXIT_UP_M } from '@kitestring/scene/world/shapes/vehicles.ts';
import type { SceneState, StationMoment } from './scene-state.ts';

const RAD_PER_DEG = Math.PI / 180;

export interface SimulatedMoment extends StationMoment {
  readonly truth: Truth;
  readonly tether: TetherShape;
  readonly rollDeg: number;
  /** Where the Ground Station is, as far as it knows; the sun depends on it. */
  readonly station?: { readonly latDeg: number; readonly lonDeg: number };
}

/** What the camera of a simulated Kite has before it: heights of the simulation count from the exit of the tether, those of the scene from the ground. */
export function sceneOf({ rollDeg, speed, station, tether, timeUs, truth, wallMs }: SimulatedMoment): SceneState {
  const { camera, position, temperature, wind } = truth;
  const towards = (wind.from_deg + 180) * RAD_PER_DEG;
  return {
    timeUs,
    wallMs,
    speed,
    pose: {
      eastM: position.east_m,
      northM: position.north_m,
      upM: position.up_m + TETHER_EXIT_UP_M,
      panDeg: camera.pan_deg,
      tiltDeg: camera.tilt_deg,
      rollDeg,
    },
    conditions: {
      ...CLEAR_DAY,
      unixMs: timeUs / 1000,
      ...(station !== undefined && { latitudeDeg: station.latDeg, longitudeDeg: station.lonDeg }),
      windEastMps: wind.speed_mps * Math.sin(towards),
      windNorthMps: wind.speed_mps * Math.cos(towards),
      airTemperatureC: temperature.air_c,
      tether: tether.map(({ east_m, north_m, up_m }) => ({
        eastM: east_m,
        northM: north_m,
        upM: up_m + TETHER_EXIT_UP_M,
      })),
    },
  };
}
