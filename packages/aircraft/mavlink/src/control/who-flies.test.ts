import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type WhoFlies, whoFlies } from './who-flies.ts';

type Situation = Parameters<typeof whoFlies>[1];

const STATION: WhoFlies = { who: 'Station' };
const guided: Situation = {
  isArmed: true,
  mode: 'Guided',
  isInFailsafe: false,
  hasOrderedLanding: false,
  hasOrderedTakeOff: false,
  isStopping: false,
  wasSilent: false,
  movesUnordered: false,
  controllingSystem: undefined,
  ourSystem: 255,
};

const ROWS: readonly [sentence: string, before: WhoFlies, now: Partial<Situation>, who: WhoFlies['who']][] = [
  ['nobody, with its motors off', STATION, { isArmed: false, mode: 'Other' }, 'Nobody'],
  ['the station, in the mode of ground stations', { who: 'Nobody' }, {}, 'Station'],
  ['the station, in a landing that it ordered', STATION, { mode: 'Landing', hasOrderedLanding: true }, 'Station'],
  ['the station, while it stops the vehicle', STATION, { mode: 'Other', isStopping: true }, 'Station'],
  ['another one, in a mode of a pilot', STATION, { mode: 'Other' }, 'Elsewhere'],
  ['another one, in a landing that the station did not order', STATION, { mode: 'Landing' }, 'Elsewhere'],
  ['another one, in a take-off that the station did not order', STATION, { mode: 'TakingOff' }, 'Elsewhere'],
  ['another one, who is said to be in control', STATION, { controllingSystem: 245 }, 'Elsewhere'],
  ['another one, who lets it climb in the mode of ground stations', STATION, { movesUnordered: true }, 'Elsewhere'],
  ['the station, which is said to be in control', STATION, { controllingSystem: 255 }, 'Station'],
  ['a failsafe that acts', STATION, { mode: 'Landing', isInFailsafe: true }, 'Failsafe'],
  ['a failsafe that is over, until its landing ends', { who: 'Failsafe' }, { mode: 'Landing' }, 'Failsafe'],
  ['a failsafe that came while nothing was heard', STATION, { mode: 'Returning', wasSilent: true }, 'Failsafe'],
  ['another one still, who lands', { who: 'Elsewhere', why: '' }, { mode: 'Landing' }, 'Elsewhere'],
];

describe('who flies is', () => {
  for (const [sentence, before, now, who] of ROWS) {
    it(sentence, () => assert.equal(whoFlies(before, { ...guided, ...now }).who, who));
  }
});
