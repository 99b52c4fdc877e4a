import { randomStream } from '../../src/noise/rng.ts';
import { parametersWith } from '../../src/parameters.ts';
import { BackupBattery } from '../../src/power/backup-battery.ts';
import { Battery, cellVoltageV } from '../../src/power/battery.ts';
import { drawnCurrentA, mostPowerW } from '../../src/power/drawn-current.ts';
import { TetherWires } from '../../src/power/tether-wires.ts';
import { FlownAircraft, NO_NOISE } from '../../test/flown-aircraft.ts';
import { AT_LEAST, absolute, between, EXACT, figures, once, relative, type VerificationRow } from '../row.ts';
import { fallenLandings, stormFlights } from '../storm-power.ts';

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

/** Power into the Ground Station minus that of the Kite and the loss of the line, watt. */
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
function coldEnduranceS(ambientC: number, heatedToC: number): number {
  const make = { ...parametersWith().kiteBattery, heatedToC };
  const battery = new BackupBattery(make, 100, ambientC, 0.1);
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
  cases: [
    ...figures('240 W, beside 20 °C, without a heater', '', between(0.55, 0.85), [
      'endurance at -20 °C',
      0.7,
      () => coldEnduranceS(-20, -60) / coldEnduranceS(20, -60),
    ]),
    ...figures('240 W, beside 20 °C, heated to 15 °C until it supplies', '', between(0.9, 1), [
      'endurance of the heated one at -20 °C',
      0.99,
      () => coldEnduranceS(-20, 15) / coldEnduranceS(20, 15),
    ]),
  ],
};

const COLD_LANDINGS: VerificationRow = {
  row: 'X106',
  title: 'Safety landings on the backup battery',
  source: 'own calculation',
  cases: figures(
    'ten landings from 40 m without main power, 10 m/s, moderate',
    '',
    EXACT,
    ['that lost their power at 20 °C', 0, () => fallenLandings(20)],
    ['that lost their power at -20 °C', 0, () => fallenLandings(-20)],
  ),
};

const storm = once(() => stormFlights(14, 'severe'));
const limit = once(() => stormFlights(12, 'moderate'));
const TEN_FLIGHTS = '30 m, 112 V, ten flights of 400 s that no station ends';

/** A station has warned by then: of the wind from 12 m/s on, and it descends and lands from 14. */
const STORM: VerificationRow = {
  row: 'X103',
  title: 'Power in a storm: gusts take more than the tether carries, the battery gives the rest',
  source: 'own calculation',
  cases: [
    ...figures(`14 m/s, severe, ${TEN_FLIGHTS}`, '', EXACT, [
      'flights that lost their power in 14 m/s',
      0,
      () => storm().fell,
    ]),
    ...figures(`14 m/s, severe, ${TEN_FLIGHTS}`, '', between(6, 10), [
      'flights that the Kite ended by itself in 14 m/s',
      8,
      () => storm().landed,
    ]),
    ...figures(
      `14 m/s, severe, ${TEN_FLIGHTS}`,
      'W',
      relative(0.03),
      ['least that the tether carried', 498, () => storm().carriedW],
      ['most that a Kite took', 1101, () => storm().peakW],
    ),
    ...figures(`12 m/s, moderate, ${TEN_FLIGHTS}`, '', EXACT, [
      'flights that the Kite ended by itself in 12 m/s',
      0,
      () => limit().landed + limit().fell,
    ]),
    ...figures(`12 m/s, moderate, ${TEN_FLIGHTS}`, '%', AT_LEAST, [
      'lowest charge in 12 m/s',
      75,
      () => limit().leastPercent,
    ]),
  ],
};

export const POWER_ROWS: readonly VerificationRow[] = [
  BATTERY,
  FEED,
  BALANCE,
  ENDURANCE,
  WINCH_POWER,
  COLD,
  STORM,
  COLD_LANDINGS,
];
