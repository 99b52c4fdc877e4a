import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { NO_GROUND_STATION_HAZARDS, NO_KITE_HAZARDS } from '../../src/ports/aircraft.ts';

type Hazard = keyof typeof NO_KITE_HAZARDS | keyof typeof NO_GROUND_STATION_HAZARDS;

/** The hazard alone is there, or none is. */
function report({ aircraft }: ScriptedStation, hazard: Hazard | undefined): void {
  aircraft.kiteHazards(hazard !== undefined && hazard in NO_KITE_HAZARDS ? { [hazard]: true } : {});
  aircraft.groundStationHazards(hazard !== undefined && hazard in NO_GROUND_STATION_HAZARDS ? { [hazard]: true } : {});
}

/* Hazard; its notification; what a take-off is refused with; the reason of the safety landing, `-` where the flight goes on. */
const TABLE: readonly (readonly [Hazard, number, string, string])[] = [
  ['mainPowerLost', 10040, 'MAIN_POWER_DISCONNECTED', 'the main power is disconnected'],
  ['tetherDamaged', 30030, 'KITE_FAULT', 'the tether is damaged'],
  ['spoolStuck', 10060, 'KITE_FAULT', 'the spool is stuck'],
  ['motorFailed', 20040, 'KITE_FAULT', 'a motor has failed'],
  ['sensorFault', 20080, 'KITE_FAULT', 'a sensor has failed'],
  ['motorWeak', 20041, 'KITE_FAULT', '-'],
  ['estimationInconsistent', 20062, 'KITE_FAULT', '-'],
  ['secondaryAutopilotFailed', 20070, 'KITE_FAULT', '-'],
  ['forceSensorFault', 10070, 'KITE_FAULT', '-'],
];

const states = ({ story }: ScriptedStation) => story.flatMap((line) => line.match(/^\S+ ([A-Z]\w+)/)?.[1] ?? []);

const IN_THE_AIR = ['climbing', 'flying', 'landing', 'safetyDescending'] as const;

describe('what the aircraft finds wrong with itself', () => {
  it('is in the table, all of it', () => {
    assert.deepEqual(
      TABLE.map(([hazard]) => hazard).sort(),
      [...Object.keys(NO_KITE_HAZARDS), ...Object.keys(NO_GROUND_STATION_HAZARDS)].sort(),
    );
  });

  for (const [hazard, code, refusal, reason] of TABLE) {
    it(`${hazard} on the ground: ${code} while it lasts, take-off is refused with ${refusal}`, () => {
      const scripted = new ScriptedStation().standBy().record();
      report(scripted, hazard);
      scripted.run(1);
      assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), refusal);
      report(scripted, undefined);
      scripted.run(1);
      assert.deepEqual(scripted.story, [`0.05 +${code}`, `1.05 -${code}`]);
      assert.deepEqual(scripted.aircraft.requests, []);
      assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'accepted');
    });

    if (reason === '-') {
      it(`${hazard} in flight: ${code} while it lasts, and the flight goes on`, () => {
        const scripted = new ScriptedStation().flying(20).record();
        report(scripted, hazard);
        scripted.run(10);
        report(scripted, undefined);
        scripted.run(1);
        assert.deepEqual(scripted.story, [`0.05 +${code}`, `10.05 -${code}`]);
        assert.equal(outcome(scripted.station.flight.setAltitude(ALICE, { altitude: 30 })), 'accepted');
      });
      continue;
    }
    for (const start of IN_THE_AIR) {
      it(`${hazard} while ${start}: a safety landing that cannot be aborted, a reset 20 s after it`, () => {
        const scripted = new ScriptedStation()[start]();
        scripted.aircraft.kite({ altitudeM: 15 }).execute();
        scripted.record();
        report(scripted, hazard);
        scripted.run(1);
        assert.equal(outcome(scripted.station.flight.abort(ALICE)), 'WRONG_FLIGHT_STATE');
        assert.equal(outcome(scripted.station.flight.land(ALICE)), 'WRONG_FLIGHT_STATE');
        assert.equal(scripted.station.system.state().drone_id?.status, 'EMERGENCY');
        scripted.run(10);
        assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'RESETTING_AFTER_SAFETY_LANDING');
        report(scripted, undefined);
        scripted.run(20);
        assert.deepEqual(states(scripted), ['SafetyLanding', 'StandBy']);
        assert.match(scripted.story[0] ?? '', new RegExp(`\\+30040\\{reason: ${reason}\\}.* \\+${code}`));
        assert.match(scripted.story.at(-1) ?? '', new RegExp(`^11\\.05 -${code}`));
        assert.equal(scripted.activeCodes.includes(code), false);
        assert.deepEqual(scripted.aircraft.flightRequests.slice(-2), ['land(safety)', 'reset()']);
      });
    }
  }

  it('does not end a safety landing by ending itself', () => {
    const scripted = new ScriptedStation().flying(20).record();
    report(scripted, 'spoolStuck');
    scripted.run(1);
    report(scripted, undefined);
    scripted.run(5);
    assert.deepEqual(scripted.story, ['0.05 SafetyLanding +30040{reason: the spool is stuck} +10060', '1.05 -10060']);
  });

  it('several at once make one landing with all the reasons that there are at its beginning, in the order of this table', () => {
    const scripted = new ScriptedStation().flying(20).record();
    scripted.aircraft.groundStationHazards({ mainPowerLost: true, spoolStuck: true }).kite({ temperatureC: 120 });
    scripted.run(1);
    assert.deepEqual(scripted.story, [
      '0.05 SafetyLanding +30040{reason: the main power is disconnected, the Kite is too hot} +10040 +10060 +20050{temperature: 120}',
    ]);
  });
});

describe('a cut tether', () => {
  it('takes the data away: Unknown, but TETHER_DAMAGED stays; StandBy when the Kite is found on the ground', () => {
    const scripted = new ScriptedStation().flying(20).record();
    const { aircraft } = scripted;
    aircraft.groundStationHazards({ tetherDamaged: true }).kite(undefined).camera(undefined);
    scripted.run(10);
    assert.deepEqual(scripted.shown, { flight_state: 'Unknown' });
    assert.deepEqual(scripted.activeCodes, [20020, 30030, 40010]);
    aircraft.kite({ landedState: 'OnGround', altitudeM: 0 }).camera({});
    scripted.run(25);
    assert.deepEqual(scripted.story, [
      '0.05 SafetyLanding +30040{reason: the tether is damaged} +30030',
      '2.05 Unknown -30040 +20020 +40010',
      '10.05 StandBy -20020 -40010',
    ]);
    assert.deepEqual(aircraft.flightRequests.slice(-2), ['land(safety)', 'reset()']);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'KITE_FAULT');
  });
});
