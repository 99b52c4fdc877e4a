import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { abort, land, setAltitude, takeOff } from '@kitestring/station-contract/flight/operations.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';

const ROOFTOP_BOX = { installation: 'Rooftop Box' } as const;

/** Each column is a state, and how a station gets there. */
const STATES = {
  Unknown: () => new ScriptedStation(ROOFTOP_BOX).unknown(),
  KiteDetached: () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX);
    scripted.aircraft.kite(undefined);
    return scripted.run(3);
  },
  StandBy: () => new ScriptedStation(ROOFTOP_BOX).standBy(),
  'TakingOff lids': () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
    scripted.station.flight.takeOff(ALICE);
    return scripted.run(1);
  },
  'TakingOff checks': () => {
    const scripted = new ScriptedStation().standBy();
    scripted.station.flight.takeOff(ALICE);
    return scripted.run(1);
  },
  'TakingOff climb': () => new ScriptedStation().climbing(),
  Flying: () => new ScriptedStation().flying(),
  Landing: () => new ScriptedStation().landing(),
  SafetyLanding: () => new ScriptedStation().safetyLanding(),
  SafetyDescending: () => new ScriptedStation().safetyDescending(),
};

const SHOWN: Record<keyof typeof STATES, string> = {
  Unknown: 'Unknown',
  KiteDetached: 'Unknown',
  StandBy: 'StandBy',
  'TakingOff lids': 'TakingOff',
  'TakingOff checks': 'TakingOff',
  'TakingOff climb': 'TakingOff',
  Flying: 'Flying',
  Landing: 'Landing',
  SafetyLanding: 'SafetyLanding',
  SafetyDescending: 'SafetyDescending',
};

type Act = (scripted: ScriptedStation) => string;

const COMMANDS = {
  take_off: ({ station }) => outcome(station.flight.takeOff(ALICE)),
  land: ({ station }) => outcome(station.flight.land(ALICE)),
  abort: ({ station }) => outcome(station.flight.abort(ALICE)),
  'altitude 10': ({ station }) => outcome(station.flight.setAltitude(ALICE, { altitude: 10 })),
  'altitude 44': ({ station }) => outcome(station.flight.setAltitude(ALICE, { altitude: 44 })),
  altitude_soft_max: ({ station }) => outcome(station.flight.setAltitudeSoftMax(ALICE, { altitude: 30 })),
  'pan by_angle': ({ station }) => outcome(station.camera.rotateByAngle(ALICE, { pan: 10 })),
  'pan to_angle': ({ station }) => outcome(station.camera.rotateToAngle(ALICE, { pan_ned: 90 })),
  'pan with_speed': ({ station }) => outcome(station.camera.rotateWithSpeed(ALICE, { pan_speed: 5, duration: 1 })),
  'pan by 0': ({ station }) => outcome(station.camera.rotateByAngle(ALICE, { pan: 0, tilt: 0 })),
  'tilt by_angle': ({ station }) => outcome(station.camera.rotateByAngle(ALICE, { tilt: 10 })),
  'tilt to_angle': ({ station }) => outcome(station.camera.rotateToAngle(ALICE, { tilt_ned: 45 })),
  'tilt with_speed': ({ station }) => outcome(station.camera.rotateWithSpeed(ALICE, { tilt_speed: 5, duration: 1 })),
  stop: ({ station }) => outcome(station.camera.rotateWithSpeed(ALICE, { pan_speed: 0, tilt_speed: 0, duration: 0.1 })),
  open_rtb_lids: ({ station }) => outcome(station.system.openRtbLids(ALICE)),
  close_rtb_lids: ({ station }) => outcome(station.system.closeRtbLids(ALICE)),
} satisfies Record<string, Act>;

const y = 'accepted';
const s = 'WRONG_FLIGHT_STATE';
const down = 'AIRCRAFT_LINK_DOWN';
const off = 'CAMERA_OFFLINE';
const box = 'NO_ROOFTOP_BOX';
const gps = 'ALTITUDE_ABOVE_GPS_MAX';

/* Rows: commands. Columns: the states above, in their order. The states in the air use an installation without lids. */
const TABLE: Record<keyof typeof COMMANDS, readonly string[]> = {
  //                 Unknown detached StandBy lids checks climb Flying Landing SafetyL SafetyD
  take_off: /*        */ [s, s, y, s, s, s, s, s, s, s],
  land: /*            */ [s, s, s, s, s, y, y, s, s, y],
  abort: /*           */ [s, s, s, y, y, y, y, y, s, y],
  'altitude 10': /*   */ [down, s, s, s, s, s, y, s, s, y],
  'altitude 44': /*   */ [down, s, s, s, s, s, y, s, s, gps],
  altitude_soft_max: /**/ [y, y, y, y, y, y, y, y, y, y],
  'pan by_angle': /*  */ [off, s, s, s, s, s, y, s, s, s],
  'pan to_angle': /*  */ [off, s, s, s, s, s, y, s, s, s],
  'pan with_speed': /**/ [off, s, s, s, s, s, y, s, s, s],
  'pan by 0': /*      */ [off, y, y, y, y, y, y, y, y, y],
  'tilt by_angle': /* */ [off, y, y, y, y, y, y, s, s, y],
  'tilt to_angle': /* */ [off, y, y, y, y, y, y, s, s, y],
  'tilt with_speed': /**/ [off, y, y, y, y, y, y, s, s, y],
  stop: /*            */ [off, y, y, y, y, y, y, y, y, y],
  open_rtb_lids: /*   */ [down, s, y, s, box, box, box, box, box, box],
  close_rtb_lids: /*  */ [down, s, y, s, box, box, box, box, box, box],
};

const stateNames = Object.keys(STATES) as (keyof typeof STATES)[];

describe('every command in every state', () => {
  for (const name of stateNames) {
    it(`a station in ${name} shows ${SHOWN[name]}`, () => {
      assert.equal(STATES[name]().shown.flight_state, SHOWN[name]);
    });
  }

  for (const [command, row] of Object.entries(TABLE) as [keyof typeof COMMANDS, readonly string[]][]) {
    for (const [column, expected] of row.entries()) {
      const state = stateNames[column] as keyof typeof STATES;
      it(`${command} in ${state}: ${expected}`, () => {
        const scripted = STATES[state]();
        const before = { requests: [...scripted.aircraft.requests], shown: scripted.shown };
        assert.equal(COMMANDS[command](scripted), expected);
        if (expected === 'accepted') return;
        assert.deepEqual(scripted.aircraft.requests, before.requests, 'a refused command moves nothing');
        assert.deepEqual(scripted.shown, before.shown, 'a refused command shows nothing');
      });
    }
  }

  it('asks for the link before the state, where the published operation has an answer for it', () => {
    const operations = { take_off: takeOff, land, abort, 'altitude 10': setAltitude } as const;
    for (const [command, { errors }] of Object.entries(operations) as [keyof typeof operations, Operation][]) {
      assert.equal(TABLE[command][0], errors.includes(down) ? down : s, command);
    }
  });

  it('names the state and the states that allow it when it refuses', () => {
    const { station } = STATES.Landing();
    const refused = station.flight.takeOff(ALICE);
    assert.equal(refused.ok ? '' : refused.refusal.message, 'not possible in Landing, only in StandBy');
    const tilted = station.camera.rotateToAngle(ALICE, { tilt_ned: 10 });
    assert.equal(
      tilted.ok ? '' : tilted.refusal.message,
      'tilt is not possible in Landing, only in Unknown, StandBy, TakingOff, Flying, SafetyDescending',
    );
  });
});
