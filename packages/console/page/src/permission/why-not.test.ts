import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ControlUse, type Seat, whyNot } from './why-not.ts';

const FREE: Seat = {
  scopes: ['read', 'control', 'experimental'],
  isReplay: false,
  mayFly: true,
  isStale: false,
  isKiteLost: false,
  otherInControl: undefined,
  camera: 'online',
};
const USES: readonly ControlUse[] = ['command', 'fly', 'sign', 'bringDown', 'camera', 'snapshot', 'simulator'];

const off = (seat: Partial<Seat>) =>
  Object.fromEntries(USES.map((use) => [use, whyNot(use, { ...FREE, ...seat })?.kind]));

const table: readonly [string, Partial<Seat>, Readonly<Partial<Record<ControlUse, string>>>][] = [
  ['everything is as it should be', {}, {}],
  ['nothing is known of the camera yet', { camera: undefined }, {}],
  [
    'the token may only look',
    { scopes: ['read'] },
    {
      command: 'viewOnly',
      fly: 'viewOnly',
      sign: 'viewOnly',
      bringDown: 'viewOnly',
      camera: 'viewOnly',
      simulator: 'viewOnly',
    },
  ],
  [
    'the account is for the camera',
    { mayFly: false },
    { fly: 'cameraOnly', sign: 'cameraOnly', bringDown: 'cameraOnly' },
  ],
  ['a recording is played', { isReplay: true }, Object.fromEntries(USES.map((use) => [use, 'replay']))],
  [
    'data are stale',
    { isStale: true },
    { command: 'stale', fly: 'stale', sign: 'stale', camera: 'stale', snapshot: 'stale', simulator: 'stale' },
  ],
  [
    'somebody else is in control',
    { otherInControl: 'Anna' },
    { command: 'otherInControl', fly: 'otherInControl', bringDown: 'otherInControl', camera: 'otherInControl' },
  ],
  ['the camera is off', { camera: 'off' }, { camera: 'cameraOff', snapshot: 'cameraOff' }],
  ['nothing is heard of the Kite', { isKiteLost: true, camera: 'off' }, { camera: 'kiteLost', snapshot: 'kiteLost' }],
  ['there is no camera', { camera: 'none' }, { camera: 'noCamera', snapshot: 'noCamera' }],
];

describe('why a control is off', () => {
  for (const [title, seat, expected] of table) {
    it(`${title}: ${Object.keys(expected).join(', ') || 'none'}`, () => {
      assert.deepEqual(off(seat), Object.fromEntries(USES.map((use) => [use, expected[use]])));
    });
  }

  it('brings the Kite down although who was in control before the silence was somebody else', () => {
    assert.equal(whyNot('bringDown', { ...FREE, isStale: true, otherInControl: 'Anna' }), undefined);
  });

  it('names what explains the others, and who is in control', () => {
    const all: Seat = {
      scopes: [],
      isReplay: false,
      mayFly: true,
      isStale: true,
      isKiteLost: true,
      otherInControl: 'Anna',
      camera: 'off',
    };
    assert.deepEqual(whyNot('camera', all), { kind: 'viewOnly' });
    assert.deepEqual(whyNot('camera', { ...all, scopes: ['control'] }), { kind: 'stale' });
    const known = { ...all, scopes: ['control'], isStale: false };
    assert.deepEqual(whyNot('camera', known), { kind: 'otherInControl', name: 'Anna' });
  });
});
