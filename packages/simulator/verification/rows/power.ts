import { GRAVITY_MPS2 } from '../../src/air/atmosphere.ts';
import { RotorAllocation } from '../../src/body/rotor-allocation.ts';
import { randomStream } from '../../src/noise/rng.ts';
import { parametersWith } from '../../src/parameters.ts';
import { BackupBattery } from '../../src/power/backup-battery.ts';
import { Battery, cellVoltageV } from '../../src/power/battery.ts';
import { drawnCurrentA, mostPowerW } from '../../src/power/drawn-current.ts';
import { PowerSupply } from '../../src/power/power-supply.ts';
import { groundShare, inducedPowerW, inducedShare } from '../../src/power/rotor-power.ts';
import { TetherWires } from '../../src/power/tether-wires.ts';
import { Heat } from '../../src/thermal/heat.ts';
import { ThermalNode } from '../../src/thermal/thermal-node.ts';
import { FlownAircraft, NO_NOISE } from '../../test/flown-aircraft.ts';
import { hoverIn, hoverInCalm, PUBLISHED_POWER } from '../power-in-wind.ts';
import {
  AT_MOST,
  absolute,
  between,
  type CheckedFigure,
  EXACT,
  figures,
  relative,
  type VerificationRow,
} from '../row.ts';

const KITE_BATTERY = { cells: 4, capacityAh: 0.65, resistanceOhm: 0.06 };

function loadedVoltageV(): number {
  const battery = new Battery(KITE_BATTERY, 90);
  battery.step(16, 1e-6);
  return battery.voltageV;
}

/** Charge left of a full battery after so long at a current, percent. */
function chargeLeft(currentA: number, seconds: number): number {
  const battery = new Battery(KITE_BATTERY, 100);
  for (let index = 0; index < seconds * 10; index += 1) battery.step(currentA, 0.1);
  return battery.percent;
}

const BATTERY: VerificationRow = {
  row: 'V34',
  title: 'Battery',
  source: 'published: ArduPilot battery model',
  cases: [
    ...figures(
      'charge 90 %, 4 cells, 60 mΩ',
      'V',
      absolute(1e-4),
      ['voltage of a cell', 4.0766, () => cellVoltageV(90)],
      ['at rest', 16.3064, () => new Battery(KITE_BATTERY, 90).voltageV],
      ['at 16 A', 15.3464, loadedVoltageV],
    ),
    ...figures('full, 0.65 Ah, 16 A for 60 s', '%', absolute(1e-3), ['charge', 58.974, () => chargeLeft(16, 60)]),
  ],
};

const current = (powerW: number) => drawnCurrentA(112, 6, powerW) ?? Number.NaN;
const kiteVoltage = (powerW: number) => 112 - 6 * current(powerW);
const loss = (powerW: number) => 6 * current(powerW) ** 2;

const FEED: VerificationRow = {
  row: 'V32',
  title: 'Feed through the tether',
  source: 'closed form',
  cases: [
    ...figures(
      '112 V, 6 ohm',
      'A',
      absolute(1e-5),
      ['current at 200 W', 2, () => current(200)],
      ['current at 300 W', 3.241444, () => current(300)],
      ['current at 500 W', 7.389683, () => current(500)],
    ),
    ...figures(
      '112 V, 6 ohm',
      'V',
      absolute(1e-5),
      ['at the Kite at 200 W', 100, () => kiteVoltage(200)],
      ['at the Kite at 300 W', 92.55133, () => kiteVoltage(300)],
      ['at the Kite at 500 W', 67.6619, () => kiteVoltage(500)],
    ),
    // Expected to three places; the last figure lies just between two of them.
    ...figures(
      '112 V, 6 ohm',
      'W',
      absolute(6e-4),
      ['loss at 200 W', 24, () => loss(200)],
      ['loss at 300 W', 63.042, () => loss(300)],
      ['loss at 500 W', 327.645, () => loss(500)],
    ),
    ...figures('112 V, 8 ohm', 'W', absolute(1e-9), ['most power', 392, () => mostPowerW(112, 8)]),
    ...figures('112 V, 8 ohm', '', EXACT, [
      'solutions at 400 W',
      0,
      () => (drawnCurrentA(112, 8, 400) === undefined ? 0 : 1),
    ]),
  ],
};

/** So much thrust, of so many rotors of 0.1 m. */
const rotorPowerIn = (thrustN: number, rotors: number, airDensity: number) =>
  rotors * inducedPowerW(thrustN / rotors, airDensity, 0.1);
const rotorPowerW = (thrustN: number, rotors: number) => rotorPowerIn(thrustN, rotors, 1.225);

const MOMENTUM: VerificationRow = {
  row: 'V33',
  title: 'Power of the rotors, momentum theory',
  source: 'closed form',
  cases: figures('6 rotors of radius 0.1 m, 1.225 kg/m³', 'W', absolute(1e-4), [
    'at 18 N',
    112.37641,
    () => rotorPowerW(18, 6),
  ]),
};

/** Of one rotor of Firefly: its thrust per squared speed at its greatest speed. */
const ROTOR_MAX_N = 8.54858e-6 * 838 ** 2;

function afterFailure(): RotorAllocation {
  const allocation = new RotorAllocation(ROTOR_MAX_N);
  allocation.know(1, 0);
  allocation.share(18);
  return allocation;
}

const FOUR_ROTORS: VerificationRow = {
  row: 'V41',
  title: 'Hover on four rotors after one failure',
  source: 'published: Du et al. 2013',
  cases: figures(
    '18 N, motor 2 of 6 out',
    'N',
    absolute(1e-3),
    ['each of the four', 4.5, () => afterFailure().commandN[0] ?? Number.NaN],
    ['the one that faces the dead one', 0, () => afterFailure().commandN[4] ?? Number.NaN],
    ['all together at most', 24.013, () => afterFailure().limitN],
  ),
};

const MOMENTUM_TABLE: VerificationRow = {
  row: 'X22',
  title: 'Power of the rotors by thrust',
  source: 'own calculation',
  cases: figures(
    'radius 0.1 m, 1.225 kg/m³',
    'W',
    absolute(0.06),
    ['six rotors at 24 N', 173, () => rotorPowerW(24, 6)],
    ['six rotors at 36 N', 317.8, () => rotorPowerW(36, 6)],
    ['four rotors at 18 N, sqrt(3/2) as much', 112.37641 * Math.sqrt(1.5), () => rotorPowerW(18, 4)],
  ),
};

/** Roots of v² ((w + v)² + u²) = 1, found by bisection: u across, w through the disc, all per induced speed at hover. */
const GLAUERT = [
  [0, 0, 1],
  [1, 0, 0.786151],
  [2, 0, 0.485868],
  [3, 0, 0.331319],
  [0, 0.5, 0.780776],
  [0, 1, 0.618034],
  [1, 0.5, 0.654665],
  [2, 0.8, 0.426258],
  [1, -0.5, 0.921491],
  [2, -0.5, 0.5],
] as const;

const POWER_CURVE: VerificationRow = {
  row: 'X81',
  title: 'Induced speed in flight',
  source: 'closed form',
  cases: [
    ...GLAUERT.flatMap(([across, through, expected]) =>
      figures('Glauert, per induced speed at hover', '', absolute(1e-6), [
        `across ${across}, through ${through}`,
        expected,
        () => inducedShare(across, through),
      ]),
    ),
    ...figures('windmill brake: v (v + w) = -1', '', absolute(1e-9), [
      'descent at 2.5',
      0.5,
      () => inducedShare(0, -2.5),
    ]),
    ...figures(
      'ground effect: Cheeseman and Bennett, radius 0.1 m',
      '',
      absolute(1e-9),
      ['one radius above it', 0.9375, () => groundShare(0.1, 0.1)],
      ['one diameter above it', 0.984375, () => groundShare(0.2, 0.1)],
    ),
  ],
};

/** Leishman's quartic has 0.974 at hover, where the model has 1: 0.026 too much all along. */
const LEISHMAN = [
  [0.12, 1.0920760832],
  [0.5, 1.3673125],
  [1, 1.79],
  [1.5, 2.0568125],
] as const;

const VORTEX_RING: VerificationRow = {
  row: 'X97',
  title: 'Induced speed in a vertical descent',
  source: 'published: Leishman, Principles of Helicopter Aerodynamics, chapter 2',
  cases: [
    ...figures(
      'vortex ring, per induced speed at hover',
      '',
      relative(0.025),
      ...LEISHMAN.map(
        ([descent, expected]): CheckedFigure => [`descent at ${descent}`, expected, () => inducedShare(0, -descent)],
      ),
    ),
    ...figures(
      'the same, but for the constant',
      '',
      absolute(1e-9),
      ...LEISHMAN.map(
        ([descent, expected]): CheckedFigure => [
          `descent at ${descent}, less 0.026`,
          expected,
          () => inducedShare(0, -descent) - 0.026,
        ],
      ),
    ),
  ],
};

/** What goes in at the Ground Station less what the Kite gets and the line loses, watt. */
function imbalanceW(powerW: number): number {
  const line = new TetherWires(parametersWith().power, randomStream(1, 'tether line'));
  line.meetConditions(112, 45);
  const carriedW = line.carry(112, powerW);
  return 112 * line.currentA - carriedW - line.lossW;
}

const BALANCE: VerificationRow = {
  row: 'X23',
  title: 'Power balance of the feed',
  source: 'closed form',
  cases: [25, 300, 490, 5000].flatMap((powerW) =>
    figures('112 V, warm line', 'W', absolute(1e-9), [
      `supply less Kite less loss at ${powerW} W`,
      0,
      () => imbalanceW(powerW),
    ]),
  ),
};

/** Seconds for which the Kite's battery gives so much, and the energy that it gave by then. */
function endurance(powerW: number): { readonly seconds: number; readonly energyJ: number } {
  const battery = new BackupBattery(parametersWith().kiteBattery, 100, 20, 0.1);
  let periods = 0;
  while (periods < 1e5 && battery.give(powerW)) periods += 1;
  return { seconds: periods / 10, energyJ: (periods / 10) * powerW };
}

const ENDURANCE: VerificationRow = {
  row: 'X24',
  title: 'Flight on the backup battery',
  source: 'own calculation',
  cases: [
    ...figures(
      '4 cells, 0.65 Ah, 80 % usable',
      's',
      relative(0.05),
      ['at 300 W', 92, () => endurance(300).seconds],
      ['at 230 W', 120, () => endurance(230).seconds],
    ),
    ...figures('4 cells, 0.65 Ah, 80 % usable', 'kJ', relative(0.05), [
      'energy at 300 W',
      27.7,
      () => endurance(300).energyJ / 1000,
    ]),
  ],
};

/** A node of 1.2 K/W and 50 J/K that 30 W warm from 20 degrees, at a time. */
function warmedC(seconds: number, periodS: number): number {
  const node = new ThermalNode(1.2, 50, 20);
  for (let index = 0; index < Math.round(seconds / periodS); index += 1) node.step(30, 20, 1, periodS);
  return node.temperatureC;
}

const warming = (seconds: number, periodS: number): CheckedFigure => [
  `after ${seconds} s, step ${periodS} s`,
  20 + 36 * (1 - Math.exp(-seconds / 60)),
  () => warmedC(seconds, periodS),
];

const WARMING: VerificationRow = {
  row: 'X25',
  title: 'Warming up, step of the loss',
  source: 'closed form',
  cases: figures('30 W, 1.2 K/W, 50 J/K', '°C', absolute(1e-9), warming(60, 0.1), warming(60, 10), warming(180, 0.1)),
};

/** Hottest motor once everything has settled, six rotors of so much electrical power and wash each, 20 °C. */
function settledMotorC(rotorW: number, washMps: number, windMps: number): number {
  const parameters = parametersWith();
  const power = new PowerSupply(parameters, false, 1, 0.1);
  power.rotorW.fill(rotorW);
  power.washMps.fill(washMps);
  const heat = new Heat(parameters.thermal, 20, 0.1);
  for (let index = 0; index < 30_000; index += 1) heat.step(power, windMps, 1);
  return heat.motorC;
}

/** Thrust of each rotor, power by momentum theory at an efficiency of 0.55 and speed of the wash, 1.225 kg/m³. */
const THRUSTS = [
  [1.962, 18.01059, 5.04884],
  [3, 34.05346, 6.24313],
  [5, 73.27137, 8.05985],
] as const;

const SETTLED: VerificationRow = {
  row: 'X77',
  title: 'Motors in wind and wash, settled: power and wash are given',
  source: 'closed form',
  cases: THRUSTS.flatMap(([thrustN, rotorW, washMps]) =>
    [0, 5, 10, 15].flatMap((windMps) =>
      figures('0.12 of the power, 2.32 K/W / (1 + 0.15 s/m x sqrt(wind² + wash²)), 20 °C', '°C', absolute(1e-3), [
        `six rotors of ${thrustN} N in ${windMps} m/s`,
        20 + (0.12 * 6 * rotorW * 2.32) / (1 + 0.15 * Math.hypot(windMps, washMps)),
        () => settledMotorC(rotorW, washMps, windMps),
      ]),
    ),
  ),
};

/** Weight, tension at the Kite, and its computers and camera; 20 degrees at 408 m + 40 m: 96,071 Pa by the ideal gas. */
const HOVER_W = rotorPowerIn(1.2 * GRAVITY_MPS2 + 6, 6, 1.1417) / 0.55 + 25 + 5;

const HOVER_POWER: VerificationRow = {
  row: 'X99',
  title: 'Power of a whole Kite that hovers in a calm',
  source: 'closed form',
  cases: figures('40 m, 1.2 kg, 6 N of tension, six rotors, 25 W and 5 W on board, flown', 'W', relative(0.01), [
    'power through tether and battery',
    HOVER_W,
    () => hoverInCalm().kiteW,
  ]),
};

const [PUBLISHED_HOVER, PUBLISHED_WIND] = PUBLISHED_POWER;

const WIND_POWER: VerificationRow = {
  row: 'X100',
  title: 'Power in wind beside that of a tethered quadrotor',
  source: 'published: Beffert and Zell 2025, arXiv 2504.07802',
  cases: [
    ...figures('40 m, 30 km/h at the Kite, flown, over that in a calm', '', absolute(0.04), [
      'power in wind',
      PUBLISHED_WIND[1] / PUBLISHED_HOVER[1],
      () => hoverIn(PUBLISHED_WIND[0]).kiteW / hoverInCalm().kiteW,
    ]),
    ...figures('40 m, 12 m/s at the Kite, flown', '°', AT_MOST, [
      'angle at the base, limit of the product',
      20,
      () => hoverIn(12).angleDeg,
    ]),
  ],
};

/** Winch that reels at this speed, by the product's loads. */
function winchW(speedMps: number): number {
  const flight = FlownAircraft.at(10, { parameters: NO_NOISE });
  const { electrics, tether, winch } = flight.aircraft.simulation;
  const drawn = (atMps: number) => {
    winch.speedMps = atMps;
    electrics.power.isMainPowerPresent = false;
    electrics.step({ areMotorsOff: false, isCameraOn: true, isKiteHeard: true, isKiteSwitchedOn: true });
    const { currentA, voltageV } = electrics.power.groundStationBattery;
    return currentA * voltageV;
  };
  return (drawn(speedMps) - drawn(0)) / tether.baseTensionN;
}

const WINCH_POWER: VerificationRow = {
  row: 'X101',
  title: 'Power of the winch beside holding, per tension',
  source: 'closed form',
  cases: figures(
    '40 % efficient, nothing recovered',
    'W/N',
    absolute(1e-3),
    ['reeling in at 1 m/s', 2.5, () => winchW(-1)],
    ['paying out at 1 m/s', 0, () => winchW(1)],
  ),
};

/** Seconds for which the Kite's battery gives 240 W in air of this temperature. */
function coldEnduranceS(ambientC: number): number {
  const battery = new BackupBattery(parametersWith().kiteBattery, 100, ambientC, 0.1);
  let periods = 0;
  while (periods < 1e5 && battery.give(240)) {
    battery.warm(ambientC);
    periods += 1;
  }
  return periods / 10;
}

/** Lithium polymer cells keep 60 to 80 % at -20 degrees; warmed by their own loss. */
const COLD: VerificationRow = {
  row: 'X102',
  title: 'Backup battery in the cold',
  source: 'own calculation',
  cases: figures('240 W, beside 20 °C', '', between(0.55, 0.85), [
    'endurance at -20 °C',
    0.7,
    () => coldEnduranceS(-20) / coldEnduranceS(20),
  ]),
};

export const POWER_ROWS: readonly VerificationRow[] = [
  BATTERY,
  FEED,
  MOMENTUM,
  FOUR_ROTORS,
  MOMENTUM_TABLE,
  POWER_CURVE,
  VORTEX_RING,
  BALANCE,
  ENDURANCE,
  WARMING,
  SETTLED,
  HOVER_POWER,
  WIND_POWER,
  WINCH_POWER,
  COLD,
];
