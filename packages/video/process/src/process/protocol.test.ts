import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { fromMedia, toMedia } from './protocol.ts';

const POSE = { panDeg: 4, tiltDeg: 5, rollDeg: 0 };
const STATE = { rtpTime: 1, timeUs: 2, zoom: 1, pose: POSE };
const COUNTS = { viewers: 1, packets: 2, bytes: 3, framesSkipped: 0 };
const PONG = {
  kind: 'pong',
  sources: [
    { id: 'zoom', viewers: 1, framesPerS: 30, made: 1, skipped: 0, keyFrames: 1, bytes: 9, busyMs: 0.5, restarts: 0 },
  ],
  outputs: [
    { viewers: [{ protocol: 'rtsps', ...COUNTS }], droppedViewers: 0, refusedLogins: 0, refusedConnections: 0 },
  ],
  memory: { residentBytes: 1, heapUsedBytes: 1, externalBytes: 1 },
};
const DIGEST = { method: 'PLAY', algorithm: 'MD5', user: 'u', realm: 'r', nonce: 'n', uri: '/zoom', response: 'ff' };
const REQUEST = { streamId: 'zoom', address: '192.0.2.7', isEncrypted: false };
const WITH_DIGEST = { ...REQUEST, credentials: { kind: 'digest', digest: { ...DIGEST, counted: undefined } } };

/** One message of each kind that a media process can send. */
const GOOD: readonly object[] = [
  { kind: 'ready', ports: { rtspPort: 554, rtspsPort: undefined } },
  { kind: 'unavailable', reason: 'no codec' },
  PONG,
  { kind: 'demand', streamIds: ['zoom'] },
  { kind: 'picture', streamId: 'zoom', state: STATE },
  { kind: 'camera', streamId: 'zoom', state: { state: 'lost', reason: 'why' } },
  { kind: 'snapshot', id: 1, jpeg: new Uint8Array(3), state: STATE },
  { kind: 'picture', streamId: 'thermal', state: { ...STATE, range: { lowC: -4.5, highC: 31 } } },
  {
    kind: 'measured',
    id: 1,
    temperatures: {
      lowestC: 1,
      highestC: 2,
      meanC: 1.5,
      lowestAt: { x: 0, y: 0 },
      highestAt: { x: 1, y: 1 },
      pixels: 9,
    },
  },
  { kind: 'thumbnail', id: 1, jpeg: new Uint8Array(3) },
  { kind: 'pictureFailed', id: 1, reason: 'why' },
  { kind: 'authorizeViewer', id: 1, request: WITH_DIGEST },
  { kind: 'authorizeViewer', id: 1, request: { ...REQUEST, credentials: { kind: 'ticket', ticket: 't' } } },
  { kind: 'recorder', report: { what: 'ended', recordingId: 'r', end: 'stopped', reason: '' } },
  { kind: 'browser', report: { what: 'segment', streamId: 'zoom', isKeyFrame: true, bytes: new Uint8Array(1) } },
  { kind: 'browser', report: { what: 'clock', id: 1, nowMs: 1, newest: { rtpTime: 1, realTimeMs: 1 } } },
  { kind: 'log', line: { level: 'info', message: 'm', fields: { viewers: 1 } } },
  { kind: 'trouble', reason: 'why' },
];

/** Values that no field of any message may have. */
const WRONG = [
  null,
  Number.NaN,
  -1.5,
  'x'.repeat(70_000),
  [[]],
  { toString: 1 },
  new Map(),
  Symbol.iterator,
  2n ** 70n,
];

/** Every copy of a value in which one field, however deep, is a wrong one. */
function* spoiled(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [name, part] of Object.entries(value)) {
    const withPart = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
    for (const wrong of WRONG) if (!isAllowed(name, wrong)) yield withPart(wrong);
    for (const other of spoiled(part)) yield withPart(other);
  }
  if (!Array.isArray(value)) yield { ...value, surplus: 1 };
}

/** Some fields are numbers of any size, and facts of a log line have any name. */
const isAllowed = (name: string, wrong: unknown): boolean => wrong === -1.5 && NUMBERS.has(name);
const NUMBERS = new Set([
  ...Object.keys(POSE),
  ...['rtpTime', 'timeUs', 'zoom', 'framesPerS', 'busyMs', 'nowMs', 'realTimeMs'],
  ...['lowC', 'highC', 'lowestC', 'highestC', 'meanC', 'x', 'y'],
]);

describe('messages between the station and its media process', () => {
  it('are known by their kind and their fields', () => {
    assert.ok(fromMedia({ kind: 'ready', ports: {} }));
    assert.ok(fromMedia({ kind: 'picture', streamId: 'zoom', state: STATE }));
    assert.ok(fromMedia({ kind: 'snapshot', id: 1, jpeg: new Uint8Array(3), state: STATE }));
    const live = { state: 'live', size: { widthPx: 640, heightPx: 512 }, codec: 'H.265', framesPerS: 30 };
    for (const state of [{ state: 'connecting' }, { state: 'lost', reason: 'why' }, live]) {
      assert.ok(fromMedia({ kind: 'camera', streamId: 'zoom', state }));
    }
    assert.ok(toMedia({ kind: 'ping' }));
    assert.ok(toMedia({ kind: 'streams', state: { cameraModel: 'Camera 2nd Generation', seed: 1, streams: [] } }));
  });

  it('are taken in every form, and nothing as soon as one field of one of them, however deep, is wrong', () => {
    for (const message of GOOD) {
      assert.ok(fromMedia(message), JSON.stringify(message));
      for (const wrong of spoiled(message)) {
        const { kind, line } = wrong as { kind?: unknown; line?: { fields?: object } };
        if (kind === 'log' && Object.values(line?.fields ?? {}).every((fact) => fact === 1 || fact === -1.5)) continue;
        assert.equal(fromMedia(wrong), undefined, inspect(wrong, { depth: 5 }).slice(0, 300));
      }
    }
  });

  it('are nothing when a field is missing or of another type', () => {
    const wrong = [
      undefined,
      null,
      'ready',
      [],
      {},
      { kind: 'toString' },
      { kind: '__proto__' },
      { kind: 'ready' },
      { kind: 'demand', streamIds: 'zoom' },
      { kind: 'demand', streamIds: [1] },
      { kind: 'picture', streamId: 'zoom', state: { ...STATE, rtpTime: Number.NaN } },
      { kind: 'picture', streamId: 'zoom', state: { ...STATE, pose: null } },
      { kind: 'snapshot', id: 1, jpeg: 'abc', state: STATE },
      {
        kind: 'camera',
        streamId: 'zoom',
        state: { state: 'live', size: { widthPx: 0, heightPx: 1 }, codec: 'H.264', framesPerS: 1 },
      },
      { kind: 'camera', streamId: 'zoom', state: { state: 'lost' } },
      { kind: 'camera', streamId: 'zoom', state: { state: 'elsewhere' } },
      { kind: 'trouble', reason: 'x'.repeat(70_000) },
    ];
    for (const value of wrong) assert.equal(fromMedia(value), undefined, JSON.stringify(value)?.slice(0, 80));
    assert.equal(toMedia({ kind: 'streams', state: { cameraModel: 'Another', streams: [] } }), undefined);
    const streams = [
      { id: 'zoom', isUp: true, controls: { zoom: 1 }, masks: [], camera: { url: 7, checksCertificate: true } },
    ];
    const state = { cameraModel: 'Camera 2nd Generation', seed: 1, streams };
    assert.equal(toMedia({ kind: 'streams', state }), undefined);
    assert.equal(toMedia({ kind: 'snapshot', id: 1 }), undefined);
    assert.equal(toMedia({ kind: 'thumbnail', id: 1, jpeg: 'abc' }), undefined);
  });
});
