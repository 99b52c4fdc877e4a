import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { TetherShape, Truth } from '@kitestring/station-contract/sim/truth.ts';
import type { CameraMotion } from '@kitestring/video-scene/camera/motion.ts';
import { CLEAR_DAY, type SceneConditions } from '@kitestring/video-scene/render/conditions.ts';
import { TETHER_EXIT_UP_M } from '@kitestring/video-scene/world/shapes/vehicles.ts';
import type { Pointing, SceneState, StationMoment } from './scene-state.ts';

interface SimulatedMoment extends StationMoment {
  readonly truth: Truth;
  readonly tether: TetherShape;
  /** Angular rate and vibration of the camera. */
  readonly turning: Pick<CameraMotion, 'panDps' | 'tiltDps' | 'rollDps' | 'vibration'>;
  readonly weather: Pick<SceneConditions, 'visibilityM' | 'cloudCover'> & {
    readonly rainMmph: number;
    /** Time by which the sun, and the town with it, is ahead of the clock. */
    readonly sunAheadMs: number;
  };
  /** Direction as measured by the gimbal. */
  readonly reported: Pointing;
  /** True position of the Ground Station, for the sun: as measured it wanders, and all shadows would follow each fix. */
  readonly station: { readonly latDeg: number; readonly lonDeg: number };
}

/**
 * The scene of a simulated Kite's camera: heights of the simulation count from the tether exit, those of the scene from
 * the ground.
 */
export function scene({
  reported,
  speed,
  station,
  tether,
  timeUs,
  truth,
  turning,
  weather,
  realTimeMs,
}: SimulatedMoment): SceneState {
  const { camera, position, temperature, velocity, wind } = truth;
  const towards = (wind.from_deg + 180) * RAD_PER_DEG;
  return {
    timeUs,
    realTimeMs,
    speed,
    pose: {
      eastM: position.east_m,
      northM: position.north_m,
      upM: position.up_m + TETHER_EXIT_UP_M,
      panDeg: camera.pan_deg,
      tiltDeg: camera.tilt_deg,
      rollDeg: camera.roll_deg,
    },
    reported,
    motion: { ...turning, eastMps: velocity.east_mps, northMps: velocity.north_mps, upMps: velocity.up_mps },
    conditions: {
      ...CLEAR_DAY,
      visibilityM: weather.visibilityM,
      cloudCover: weather.cloudCover,
      rainMmph: weather.rainMmph,
      unixMs: timeUs / 1000 + weather.sunAheadMs,
      latitudeDeg: station.latDeg,
      longitudeDeg: station.lonDeg,
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
