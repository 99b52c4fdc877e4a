import type { ParameterOverrides } from '@kitestring/aircraft-simulator/parameters.ts';
import { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import { SimulationClock } from '@kitestring/aircraft-simulator/simulation-clock.ts';
import { SimulationDriver } from '@kitestring/aircraft-simulator/simulation-driver.ts';
import { atOneMoment } from '@kitestring/base/at-one-moment.ts';
import type { Cancel } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import type { ServerSettings, SimulationSettings } from '@kitestring/settings/server-settings.ts';
import { scene } from '@kitestring/video-process/source';
import { readParametersFile } from './parameters-file.ts';
import type { SimulatedWorld, SimulationControls, World } from './world.ts';

/** Enough for a visible bend. */
const TETHER_POINTS = 12;

/** The scene of the camera, by the true state of the simulation and not by its sensors. */
function sceneReader({ aircraft, driver }: SimulationControls): World['scene'] {
  return () => {
    // Else the scene would show the last step, which is up to one wait of the driver old.
    driver.catchUp();
    const { body, camera, parameters, sight } = aircraft.simulation;
    const { rate } = camera;
    return scene({
      ...atOneMoment(() => ({ ...driver.now(), realTimeMs: Date.now() })),
      truth: aircraft.truth(),
      tether: aircraft.tetherShape(TETHER_POINTS),
      weather: sight,
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

/**
 * Nothing moves until the driver is started, or the clock is advanced.
 * @param parameters of the aircraft that no configured file sets
 * @throws SettingsFault for an unusable parameter file
 */
export function simulatedWorld(
  { simulation: settings, station }: ServerSettings,
  startTimeUs: number,
  onBug?: OnBug,
  parameters?: ParameterOverrides,
): SimulatedWorld {
  const { cameraModel, parametersFile, seaState, seed, speed, turbulence, wavesFromDeg, windFromDeg, windSpeedMps } =
    settings;
  const aircraft = new SimulatedAircraft({
    seed,
    startTimeUs,
    cameraModel,
    wind: { speedMps: windSpeedMps, fromDeg: windFromDeg, turbulence },
    sea: { seaState, wavesFromDeg },
    rooftopBox: station.installation === 'Rooftop Box',
    parameters: withPlaceAndWeather(
      parametersFile === undefined ? parameters : readParametersFile(parametersFile),
      settings,
    ),
  });
  if (settings.solarHour !== undefined) aircraft.setWeather({ solar_hour: settings.solarHour });
  const clock = new SimulationClock(aircraft, onBug);
  const driver = new SimulationDriver({ clock, speed, realTimeNowMs: () => performance.now(), setTimer });
  const simulation = { aircraft, clock, driver };
  return { ...simulation, simulation, scene: sceneReader(simulation) };
}

/** Settings come before the parameters of a file. */
function withPlaceAndWeather(
  given: ParameterOverrides = {},
  { cloudCover, latitudeDeg, longitudeDeg, rainMmph, visibilityM }: SimulationSettings,
): ParameterOverrides {
  const weather = {
    ...given.weather,
    ...(visibilityM !== undefined && { visibilityM }),
    ...(cloudCover !== undefined && { cloudCover }),
    ...(rainMmph !== undefined && { rainMmph }),
  };
  const site = {
    ...given.site,
    ...(latitudeDeg !== undefined && { latDeg: latitudeDeg }),
    ...(longitudeDeg !== undefined && { lonDeg: longitudeDeg }),
  };
  return { ...given, weather, site };
}

/** 0 ms is the next turn of the event loop: Node's timers would wait a whole millisecond. */
function setTimer(delayMs: number, callback: () => void): Cancel {
  if (delayMs > 0) {
    const timeout = setTimeout(callback, delayMs);
    return () => clearTimeout(timeout);
  }
  const immediate = setImmediate(callback);
  return () => clearImmediate(immediate);
}

/** The aircraft has reported by then: a client that finds the port open never reads the state `Unknown`. */
const FIRST_SAMPLE_S = 0.1;

export const passToFirstSample = ({ clock }: SimulationControls): void => clock.advance(FIRST_SAMPLE_S);

/** A start takes less; if the system clock is set meanwhile, a year must not be simulated. */
const LATE_START_MAX_US = 60_000_000;

/** A difference that the driver catches up at once. */
const NEARLY_US = 100_000;

/**
 * Starts simulated time. It was stopped during the start, except for the first sample: it must continue at the world's
 * time, or it would stay late, or early after a fast start. The time that catching up takes is included.
 */
export function startSimulatedTime(
  {
    clock,
    driver,
  }: { readonly clock: Pick<SimulationClock, 'nowUs' | 'advanceTo'>; readonly driver: SimulationDriver },
  { speed }: Pick<SimulationSettings, 'speed'>,
  realTimeNowUs: () => number,
): void {
  if (speed !== 1) {
    driver.start();
    return;
  }
  const untilUs = clock.nowUs() + LATE_START_MAX_US;
  const lateUs = () => Math.min(realTimeNowUs(), untilUs) - clock.nowUs();
  for (let late = lateUs(); late > NEARLY_US; late = lateUs()) clock.advanceTo(clock.nowUs() + late);
  const leftUs = lateUs();
  driver.start(Math.min(-leftUs / 1000, 1000 * FIRST_SAMPLE_S));
}
