import { atOneMoment } from '@kitestring/contract/at-one-moment.ts';
import { sceneOf } from '@kitestring/media/source/scene-of-truth.ts';
import type { SimulationControls, World } from './world.ts';

/** Enough for a visible bend. */
const TETHER_POINTS = 12;

/** The scene of the camera, by the true state of the simulation and not by its sensors. */
export function sceneReader({ aircraft, driver }: SimulationControls): World['scene'] {
  return () => {
    const { body, camera, parameters } = aircraft.simulation;
    const { rate } = camera;
    return sceneOf({
      ...atOneMoment(() => ({ ...driver.now(), realTimeMs: Date.now() })),
      truth: aircraft.truth(),
      tether: aircraft.tetherShape(TETHER_POINTS),
      weather: parameters.weather,
      reported: camera.measured,
      turning: {
        panDps: rate.panDeg,
        tiltDps: rate.tiltDeg,
        rollDps: rate.rollDeg,
        vibration: camera.vibration(body),
      },
      station: parameters.site,
    });
  };
}
