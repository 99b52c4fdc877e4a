import { Rotors } from '../../src/body/rotor.ts';
import { TiltLoop } from '../../src/body/tilt-loop.ts';
import { YawLoop } from '../../src/body/yaw-loop.ts';
import { DEFAULT_PARAMETERS } from '../../src/parameters.ts';
import { BackupBattery } from '../../src/power/backup-battery.ts';
import { ThermalNode } from '../../src/thermal/thermal-node.ts';
import { FlownAircraft } from '../../test/flown-aircraft.ts';
import { safetyLanding } from '../flights.ts';
import { hoverIn, PUBLISHED_POWER } from '../power-in-wind.ts';
import { secondOrderStep } from '../second-order-step.ts';
import type { Chart } from './line-chart.ts';

const STEP_S = 0.0025;
type Points = readonly (readonly [number, number])[];

/** A curve of this many points from 0 to an end. */
const curve = (toS: number, count: number, value: (timeS: number) => number): Points =>
  Array.from({ length: count + 1 }, (_, index) => {
    const timeS = (index / count) * toS;
    return [timeS, value(timeS)];
  });

function rotorResponse(): Points {
  const rotors = new Rotors(DEFAULT_PARAMETERS.rotor, DEFAULT_PARAMETERS.kite.yawInertiaKgM2, STEP_S);
  const points: [number, number][] = [[0, 0]];
  for (let step = 1; step <= 60; step += 1) {
    rotors.commandN = 18;
    rotors.step();
    points.push([step * STEP_S, rotors.totalN / 18]);
  }
  return points.filter((_, index) => index % 4 === 0);
}

function leanResponse(): Points {
  const tilt = new TiltLoop(DEFAULT_PARAMETERS.attitude, STEP_S);
  const points: [number, number][] = [[0, 0]];
  for (let step = 1; step <= 400; step += 1) {
    tilt.step({ leanEast: 1, leanNorth: 0 });
    points.push([step * STEP_S, tilt.east]);
  }
  return points.filter((_, index) => index % 20 === 0);
}

function yawResponse(): Points {
  const yaw = new YawLoop(DEFAULT_PARAMETERS.yaw, 0, STEP_S);
  yaw.authorityDps2 = 1000;
  const points: [number, number][] = [[0, 0]];
  for (let step = 1; step <= 1600; step += 1) {
    yaw.estimatedHeadingDeg = yaw.headingDeg;
    yaw.step({ headingDeg: 1, headingRateDps: 0, headingAccelerationDps2: 0 });
    points.push([step * STEP_S, yaw.headingDeg]);
  }
  return points.filter((_, index) => index % 80 === 0);
}

const ROTOR: Chart = {
  name: 'rotor-lag',
  title: 'Rotor: thrust after a step of the command',
  text: 'The update is exact for a constant command: every step lies on the curve 1 - exp(-t / 25 ms).',
  x: { label: 'time, s' },
  y: { label: 'share of the step', from: 0, to: 1.05 },
  series: [
    { name: 'closed form', points: curve(0.15, 120, (timeS) => 1 - Math.exp(-timeS / 0.025)), look: 'line' },
    { name: 'simulated', points: rotorResponse(), look: 'dots' },
  ],
};

const LEAN: Chart = {
  name: 'tilt-loop',
  title: 'Lean and heading after a step of the command',
  text: 'Lean answers as a second-order system of 12 rad/s with damping 0.7. Heading is slower: it turns by reaction torque only.',
  x: { label: 'time, s', to: 4 },
  y: { label: 'share of the step', from: 0, to: 1.15 },
  series: [
    { name: 'lean, closed form', points: curve(4, 400, (timeS) => secondOrderStep(timeS, 144, 16.8)), look: 'line' },
    { name: 'lean, simulated', points: leanResponse(), look: 'dots' },
    { name: 'heading, closed form', points: curve(4, 200, (timeS) => secondOrderStep(timeS, 8, 4)), look: 'line' },
    { name: 'heading, simulated', points: yawResponse(), look: 'dots' },
  ],
};

/** Setpoint and true height of a climb from 10 m to 20 m in turbulence, with all sensor errors. */
function heightStep(): { readonly setpoint: Points; readonly truth: Points } {
  const flight = FlownAircraft.at(10, { wind: { speedMps: 8, fromDeg: 270, turbulence: 'moderate' } });
  flight.aircraft.setAltitude(20);
  const setpoint: [number, number][] = [];
  const truth: [number, number][] = [];
  for (let tick = 0; tick <= 200; tick += 1) {
    setpoint.push([tick / 10, flight.aircraft.simulation.autopilot.heightSetpointM]);
    truth.push([tick / 10, flight.motion.upM]);
    flight.advance(0.1);
  }
  return { setpoint, truth };
}

function heightChart(): Chart {
  const { setpoint, truth } = heightStep();
  return {
    name: 'height-step',
    title: 'Height: from 10 m to 20 m',
    text: 'In wind of 8 m/s with moderate turbulence and with all errors of the sensors. The setpoint moves at 0.75 m/s with 0.5 m/s² at both ends.',
    x: { label: 'time, s' },
    y: { label: 'height, m' },
    series: [
      { name: 'setpoint', points: setpoint, look: 'dashed' },
      { name: 'true height', points: truth, look: 'line' },
    ],
  };
}

const landingChart = (): Chart => ({
  name: 'safety-landing',
  title: 'Safety landing from 45 m',
  text: 'At 1.5 m/s, and slower over the last half metre. Published is about 30 s.',
  x: { label: 'time since its begin, s' },
  y: { label: 'true height, m', from: 0 },
  series: [
    { name: 'simulated', points: safetyLanding().filter((_, index) => index % 10 === 0), look: 'line' },
    {
      name: '1.5 m/s',
      points: [
        [0, 45],
        [30, 0],
      ],
      look: 'dashed',
    },
  ],
});

const powerChart = (): Chart => {
  const [[, hoverW]] = PUBLISHED_POWER;
  const winds = [0, 2, 4, 6, 8, 10, 12];
  const flown = winds.map((windMps) => [windMps, hoverIn(windMps).kiteW] as const);
  const calmW = flown[0]?.[1] ?? Number.NaN;
  return {
    name: 'power-in-wind',
    title: 'Power of a Kite at 40 m by the wind at its height, beside that in a calm',
    text: 'Published: a tethered quadrotor of 2.26 kg, 405 W at hover and 445 W at 30 km/h (Beffert and Zell 2025, arXiv 2504.07802).',
    x: { label: 'wind at the Kite, m/s' },
    y: { label: 'share of the power in a calm', from: 0.8 },
    series: [
      { name: 'simulated', points: flown.map(([windMps, powerW]) => [windMps, powerW / calmW] as const), look: 'line' },
      {
        name: 'published',
        points: PUBLISHED_POWER.map(([at, powerW]) => [at, powerW / hoverW] as const),
        look: 'dots',
      },
    ],
  };
};

/** Voltage of the Kite's full battery at constant power, each second. */
function discharge(powerW: number): Points {
  const battery = new BackupBattery(DEFAULT_PARAMETERS.kiteBattery, 100, 20, 0.1);
  const voltage: [number, number][] = [];
  for (let period = 0; period < 3000 && battery.give(powerW); period += 1) {
    if (period % 10 !== 0) continue;
    voltage.push([period / 10, battery.voltageV]);
  }
  return voltage;
}

const dischargeChart = (): Chart => ({
  name: 'battery-discharge',
  title: 'Backup battery of the Kite, giving a constant power',
  text: 'Voltage under load of four cells, 0.65 Ah. 300 W last for about three safety landings from 45 m.',
  x: { label: 'time, s' },
  y: { label: 'voltage, V' },
  series: [
    { name: '230 W', points: discharge(230), look: 'line' },
    { name: '300 W', points: discharge(300), look: 'line' },
  ],
});

/** Warming by 30 W through 1.2 K/W, steps of ten seconds. */
function warming(): Points {
  const node = new ThermalNode(1.2, 50, 20);
  const points: [number, number][] = [[0, 20]];
  for (let step = 1; step <= 30; step += 1) {
    node.step(30, 20, 1, 10);
    points.push([step * 10, node.temperatureC]);
  }
  return points;
}

const WARMING: Chart = {
  name: 'warming',
  title: 'Warming up by a constant loss',
  text: 'A node of 1.2 K/W and 50 J/K with 30 W: exact also in steps of ten seconds.',
  x: { label: 'time, s' },
  y: { label: 'temperature, °C' },
  series: [
    { name: 'closed form', points: curve(300, 150, (timeS) => 20 + 36 * (1 - Math.exp(-timeS / 60))), look: 'line' },
    { name: 'simulated, 10 s steps', points: warming(), look: 'dots' },
  ],
};

/** Responses of parts of the Kite, with their closed forms. */
export const responseCharts = (): readonly Chart[] => [
  ROTOR,
  LEAN,
  heightChart(),
  landingChart(),
  powerChart(),
  dischargeChart(),
  WARMING,
];
