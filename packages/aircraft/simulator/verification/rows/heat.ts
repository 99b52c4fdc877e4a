import { parametersWith } from '../../src/parameters.ts';
import { PowerSupply } from '../../src/power/power-supply.ts';
import { Heat } from '../../src/thermal/heat.ts';
import { ThermalNode } from '../../src/thermal/thermal-node.ts';
import { absolute, type CheckedFigure, figures, type VerificationRow } from '../row.ts';

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

export const HEAT_ROWS: readonly VerificationRow[] = [WARMING, SETTLED];
