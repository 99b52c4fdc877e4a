import { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import { SimulationClock } from '@kitestring/aircraft-simulator/simulation-clock.ts';
import { type SceneState, scene } from '@kitestring/video-process/source';
import type { SoakStation } from './soak/soak-station.ts';

/** Where there is most to draw: over the town. */
const ALTITUDE_M = 40;
/** Pan and tilt. */
const VIEW_DEG = 20;
/** Light and shadow of the forenoon, at any hour of the run. */
const SOLAR_HOUR = 10;
const TAKE_OFF_S = 20;
const CLIMB_S = 60;
const TETHER_POINTS = 12;

/** Brings a station's Kite above the town, at once. */
export async function hoverOverTheTown(station: SoakStation): Promise<void> {
  await station.post('/sim/v1/weather', { solar_hour: SOLAR_HOUR });
  await station.post('flight/control/take_off');
  await station.post('/sim/v1/clock/advance', { seconds: TAKE_OFF_S });
  await station.post('flight/control/altitude', { altitude: ALTITUDE_M });
  await station.post('camera/control/rotate_to_angle', { pan_ned: VIEW_DEG, tilt_ned: VIEW_DEG });
  await station.post('/sim/v1/clock/advance', { seconds: CLIMB_S });
}

/** Scenes of the same flight, in the wind that a station has by default. @param perS of simulated time */
export function* hoverScenes(perS: number): Generator<SceneState> {
  const wind = { speedMps: 4, fromDeg: 250, turbulence: 'light' } as const;
  const aircraft = new SimulatedAircraft({
    seed: 1,
    startTimeUs: Date.now() * 1000,
    wind,
    parameters: { rooftopBox: { lidsOpenAtStart: true } },
  });
  const clock = new SimulationClock(aircraft);
  const { body, camera, parameters, sight } = aircraft.simulation;
  aircraft.setWeather({ solar_hour: SOLAR_HOUR });
  aircraft.takeOff(1);
  clock.advance(TAKE_OFF_S);
  aircraft.setAltitude(ALTITUDE_M);
  aircraft.movePan({ kind: 'toAngle', angleDeg: VIEW_DEG });
  aircraft.moveTilt({ kind: 'toAngle', angleDeg: VIEW_DEG });
  clock.advance(CLIMB_S);
  const { up_m: upM } = aircraft.truth().position;
  if (upM < ALTITUDE_M - 5) throw new Error(`the Kite is at ${upM.toFixed(1)} m, and ${ALTITUDE_M} m was asked for`);
  for (;;) {
    clock.advance(1 / perS);
    const { panDeg: panDps, rollDeg: rollDps, tiltDeg: tiltDps } = camera.rate;
    yield scene({
      timeUs: aircraft.timeUs,
      realTimeMs: 0,
      speed: 1,
      truth: aircraft.truth(),
      tether: aircraft.tetherShape(TETHER_POINTS),
      weather: sight,
      reported: camera.measured,
      turning: { panDps, tiltDps, rollDps, vibration: camera.vibration(body) },
      station: parameters.site,
    });
  }
}
