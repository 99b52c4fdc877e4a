import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { EVERYTHING } from '@kitestring/station-core/ports';

type Play = (scripted: ScriptedStation) => void;

const FLYING = { landedState: 'InAir', altitudeM: 10 } as const;

/** Reports with the Kite's data only now and then, at whatever rate. */
const lossy = (scripted: ScriptedStation, seconds: number, isHeard: (index: number) => boolean) => {
  const { sampleHz } = EVERYTHING.rates;
  const hz = scripted.aircraft.capabilities.rates.sampleHz;
  for (let index = 0; index < seconds * hz; index += 1) {
    scripted.aircraft.kite(isHeard(Math.floor((index * sampleHz) / hz)) ? FLYING : undefined);
    scripted.run(1 / hz);
  }
};

const STORIES: Readonly<Record<string, Play>> = {
  'a wind that grows and calms down again': (scripted) => {
    const { aircraft } = scripted;
    for (const windSpeedMps of [5, 13, 15, 18, 4]) {
      aircraft.kite({ windSpeedMps });
      scripted.run(windSpeedMps === 4 ? 90 : 25);
    }
  },
  'a tether that leans, with a gust that is too short': (scripted) => {
    const { aircraft } = scripted;
    const lean = (angleDeg: number) => aircraft.groundStation({ tether: { lengthM: 12, tensionN: 20, angleDeg } });
    lean(5);
    scripted.run(10);
    lean(25);
    scripted.run(2);
    lean(5);
    scripted.run(10);
    lean(25);
    scripted.run(40);
  },
  'thrust at its limit': (scripted) => {
    scripted.run(5);
    scripted.aircraft.kite({ thrustShare: 0.95 });
    scripted.run(5);
  },
  'a Kite that sinks': (scripted) => {
    scripted.run(5);
    scripted.aircraft.kite({ climbRateMps: -1 });
    scripted.run(3);
  },
  'a lost position': (scripted) => {
    scripted.run(5);
    scripted.aircraft.kiteWithout('gps');
    scripted.run(10);
  },
  'silence, and the Kite again': (scripted) => {
    scripted.run(5);
    scripted.silence(4);
    scripted.run(5);
  },
  'data that are missing in half of the reports': (scripted) => {
    scripted.run(10);
    lossy(scripted, 10, (index) => Math.floor(index / 10) % 2 === 0);
    scripted.aircraft.kite(FLYING);
    scripted.run(10);
  },
  'a disturbed compass': (scripted) => {
    scripted.run(2);
    scripted.aircraft.kiteWithout('headingDeg');
    scripted.run(3);
  },
  'heat, and a voltage that does not fit': (scripted) => {
    scripted.aircraft.kite({ temperatureC: 90 });
    scripted.run(3);
    scripted.aircraft.kite({ temperatureC: 50, batteryVoltageV: 11, supplyVoltageV: 90 });
    scripted.run(10);
  },
  'lids below a flying Kite, whose switches bounce': (scripted) => {
    scripted.aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(1);
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.run(2);
    scripted.aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(3);
  },
  'an altitude, a landing and its abort': (scripted) => {
    const { aircraft, station } = scripted;
    aircraft.execute();
    expectAccepted(station.flight.setAltitude(ALICE, { altitude: 20 }));
    scripted.run(20);
    expectAccepted(station.flight.land(ALICE));
    scripted.run(5);
    expectAccepted(station.flight.abort(ALICE));
    scripted.run(5);
    expectAccepted(station.flight.land(ALICE));
    scripted.run(40);
  },
};

/** Every state and every beginning and end of a notification, with its time. */
function told(play: Play, sampleHz: number): readonly (readonly [what: string, atS: number])[] {
  const scripted = new ScriptedStation({ installation: 'Rooftop Box' });
  const { aircraft } = scripted;
  aircraft.having({ rates: { ...EVERYTHING.rates, sampleHz } }).rooftopBox({ lids: 'Opened' });
  scripted.run(1).flying();
  // The check for silence has a rhythm of its own: every story begins at the same moment of it.
  while (scripted.clock.nowUs() % 1_000_000 !== 0) scripted.run(1 / sampleHz);
  scripted.record();
  play(scripted);
  return scripted.story.flatMap((line) => {
    const [seconds, ...events] = line.replaceAll(/\{.*?\}/g, '').split(' ');
    return events.filter((event) => !event.startsWith('~')).map((event) => [event, Number(seconds)] as const);
  });
}

describe('the reactions of a station do not depend on how often its aircraft reports', () => {
  for (const [name, play] of Object.entries(STORIES)) {
    it(name, () => {
      const fast = told(play, 20);
      assert.ok(fast.length > 0, 'something happens');
      for (const sampleHz of [4, 5, 10]) {
        const slow = told(play, sampleHz);
        assert.deepEqual(
          slow.map(([what]) => what),
          fast.map(([what]) => what),
          `${sampleHz} Hz`,
        );
        for (const [index, [what, atS]] of slow.entries()) {
          const laterS = atS - (fast[index]?.[1] ?? 0);
          // Wind that demands a reduction and then, where the Kite is low, a landing, does it in two evaluations.
          const samples = what === 'Landing' || what === '+30042' ? 2 : 1;
          assert.ok(Math.abs(laterS) <= samples / sampleHz + 0.001, `${what} at ${sampleHz} Hz: ${laterS} s later`);
        }
      }
    });
  }
});
