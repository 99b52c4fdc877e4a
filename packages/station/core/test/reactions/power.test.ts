import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

type Bring = (scripted: ScriptedStation) => unknown;

const KITE_WEAK: Bring = ({ aircraft }) => aircraft.kite({ batteryVoltageV: 15.8 });
const GS_WEAK: Bring = ({ aircraft }) => aircraft.groundStation({ batteryVoltageV: 11.6 });

/* A backup battery that is not as it must be; its notification with parameters. */
const GOES_ON: readonly (readonly [string, Bring, string, string])[] = [
  [
    'a low Kite battery',
    ({ aircraft }) => aircraft.kite({ batteryPercent: 30 }),
    '+20030{level: 30}',
    'BATTERY_NOT_READY',
  ],
  [
    'a low Ground Station battery',
    ({ aircraft }) => aircraft.groundStation({ batteryPercent: 30, batteryVoltageV: 10.7 }),
    '+10030{level: 30}',
    'BATTERY_NOT_READY',
  ],
  [
    'a hot Kite battery',
    ({ aircraft }) => aircraft.kite({ batteryTemperatureC: 65 }),
    '+20032{temperature: 65}',
    'TEMPERATURE_OUT_OF_RANGE',
  ],
  [
    'a cold Ground Station battery',
    ({ aircraft }) => aircraft.groundStation({ batteryTemperatureC: -25 }),
    '+10032{temperature: -25}',
    'TEMPERATURE_OUT_OF_RANGE',
  ],
];

describe('backup batteries', () => {
  for (const [name, bring, notification, refusal] of GOES_ON) {
    it(`${name}: no take-off, and a flight goes on`, () => {
      const flying = new ScriptedStation().flying(20).record();
      bring(flying);
      flying.run(30);
      assert.deepEqual(flying.story, [`0.05 ${notification}`]);
      const standing = new ScriptedStation().standBy().record();
      bring(standing);
      standing.run(30);
      assert.deepEqual(standing.story, [`0.05 ${notification}`]);
      assert.equal(outcome(standing.station.flight.takeOff(ALICE)), refusal);
    });
  }

  const weak: [string, Bring, string, string][] = [
    ['the Kite', KITE_WEAK, '+20031{voltage: 15.8}', 'the backup battery of the Kite is not in order'],
    [
      'the Ground Station',
      GS_WEAK,
      '+10031{voltage: 11.6}',
      'the backup battery of the Ground Station is not in order',
    ],
  ];
  for (const [owner, bring, notification, reason] of weak) {
    it(`of ${owner} with a voltage that its charge does not explain: no take-off, and a flight ends with a landing`, () => {
      const standing = new ScriptedStation().standBy().record();
      bring(standing);
      standing.run(10);
      assert.deepEqual(standing.story, [`5.05 ${notification}`]);
      const refused = standing.station.flight.takeOff(ALICE);
      assert.equal(outcome(refused), 'BATTERY_NOT_READY');
      assert.match(
        refused.ok ? '' : refused.refusal.message,
        new RegExp(`voltage of the ${owner.replace('the ', '')}`),
      );

      const flying = new ScriptedStation().flying(20);
      flying.aircraft.execute();
      bring(flying.record());
      flying.run(10);
      assert.equal(outcome(flying.station.flight.abort(ALICE)), 'WRONG_FLIGHT_STATE');
      flying.run(30);
      assert.deepEqual(flying.story, [
        `5.05 Landing +30042{reason: ${reason}} ${notification}`,
        '31.75 StandBy -30042',
      ]);
    });
  }

  it('a voltage that is low for a moment is no reason for anything', () => {
    const scripted = new ScriptedStation().flying(20).record();
    for (let times = 0; times < 5; times += 1) {
      KITE_WEAK(scripted);
      scripted.run(4.9).aircraft.kite({ batteryVoltageV: 16.7 });
      scripted.run(0.1);
    }
    assert.deepEqual(scripted.story, []);
  });

  it('a battery that carries the Kite sags, and is not judged', () => {
    const scripted = new ScriptedStation().flying(20).record();
    KITE_WEAK(scripted);
    scripted.aircraft.kite({ supplyVoltageV: 60 });
    scripted.run(20);
    assert.deepEqual(scripted.story, []);
    scripted.aircraft.kite({ supplyVoltageV: 92 });
    scripted.run(6);
    assert.deepEqual(scripted.story.length, 1);
  });

  it('after a loss of main power nothing is said about voltages', () => {
    const scripted = new ScriptedStation().flying(20).record();
    KITE_WEAK(scripted);
    GS_WEAK(scripted);
    scripted.aircraft.groundStationHazards({ mainPowerLost: true });
    scripted.run(20);
    assert.deepEqual(scripted.story, ['0.05 SafetyLanding +30040{reason: the main power is disconnected} +10040']);
  });
});

describe('the supply of a Rooftop Box', () => {
  const box = () => {
    const scripted = new ScriptedStation({ installation: 'Rooftop Box' }).standBy();
    scripted.aircraft.groundStation({ vehicleVoltageV: 13.6 });
    return scripted.run(1).record();
  };

  it('is low below 12.4 V until it is good again at 13.1 V', () => {
    const scripted = box();
    for (const vehicleVoltageV of [12.5, 12.3, 12.6, 13.0, 13.1, 12.5]) {
      scripted.aircraft.groundStation({ vehicleVoltageV });
      scripted.run(1);
    }
    assert.deepEqual(scripted.story, [
      '1.05 +60040{voltage: 12.3}',
      '2.05 ~60040{voltage: 12.6}',
      '3.05 ~60040{voltage: 13}',
      '4.05 -60040',
    ]);
  });

  it('after five minutes the box sleeps: the Kite is silent, the state Unknown; it wakes with the supply', () => {
    const scripted = box();
    const { aircraft } = scripted;
    aircraft.groundStation({ vehicleVoltageV: 12.1 });
    scripted.run(300);
    aircraft.kite(undefined).camera(undefined);
    scripted.run(60);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'WRONG_FLIGHT_STATE');
    aircraft.groundStation({ vehicleVoltageV: 13.4 }).kite({}).camera({});
    scripted.run(1);
    assert.deepEqual(scripted.story, [
      '0.05 +60040{voltage: 12.1}',
      '302.05 Unknown +20020 +40010',
      '360.05 StandBy -20020 -60040 -40010',
    ]);
    assert.deepEqual(aircraft.requests, [], 'nothing moves by waking up');
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'accepted');
  });
});
