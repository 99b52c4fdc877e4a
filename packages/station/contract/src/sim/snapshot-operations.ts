import Type, { type Static } from 'typebox';
import { binary, operation } from '../operation.ts';
import { named, Text, Timestamp } from '../schema.ts';
import * as examples from './examples.ts';
import { CONTROL } from './paths.ts';

/** Snapshots that a station keeps in memory. */
export const SNAPSHOTS_MAX = 20;

const name = Text('Name of the snapshot: 1 to 64 letters, digits and characters of . _ -', 'hovering', {
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
});

export const SimulationSnapshot = named(
  'SimulationSnapshot',
  'A snapshot that this station keeps in memory until it stops.',
  {
    name,
    time: Timestamp('Station time of the snapshot.'),
    bytes: Type.Integer({ minimum: 0, description: 'Its size in memory, bytes' }),
  },
);
export type SimulationSnapshot = Static<typeof SimulationSnapshot>;

const SnapshotList = named('SnapshotList', 'Snapshots in memory.', {
  snapshots: Type.Array(SimulationSnapshot, { maxItems: SNAPSHOTS_MAX, description: 'Oldest first' }),
});

const NewSnapshot = Type.Object({ name }, { $id: 'NewSnapshot', description: 'A snapshot to take.' });
/** A name of any form: one that no snapshot can have is not found, like any other that does not exist. */
const SnapshotParams = Type.Object({
  name: Text('Name of a snapshot', 'hovering'),
});

export const listSnapshots = operation({
  ...CONTROL,
  id: 'sim.snapshots',
  path: '/snapshots',
  summary: 'Snapshots in memory',
  description: 'They are kept until the station stops.',
  replies: { 200: SnapshotList },
  replyExample: { snapshots: [examples.SNAPSHOT] },
});

export const snapshot = operation({
  ...CONTROL,
  id: 'sim.snapshots.take',
  method: 'POST',
  path: '/snapshots',
  summary: 'Take a snapshot',
  description: `Keeps the whole simulated station as it is now, under this name: aircraft, wind, faults, station time, flight, camera, control, notifications, sessions, and everything in the store but the audit log. An existing snapshot of this name is replaced. Recordings, flight logs, speed and pause of the clock are not part of it. At most ${SNAPSHOTS_MAX} are kept.`,
  body: NewSnapshot,
  replies: { 201: SimulationSnapshot },
  errors: ['SNAPSHOT_NOT_POSSIBLE', 'SIMULATION_STOPPED', 'STORE_UNUSABLE'],
  examples: [{ summary: 'As it is now', value: { name: 'hovering' } }],
  replyExample: examples.SNAPSHOT,
});

export const getSnapshotFile = operation({
  ...CONTROL,
  access: ['internal'],
  id: 'sim.snapshots.file',
  path: '/snapshots/{name}/file',
  summary: 'A snapshot as a file',
  description: 'The file for `kitestring serve --snapshot`. It holds no key, token or password, nor a hash of one.',
  params: SnapshotParams,
  replies: { 200: binary('application/octet-stream') },
  errors: ['SNAPSHOT_NOT_FOUND'],
});

export const reset = operation({
  ...CONTROL,
  id: 'sim.snapshots.reset',
  method: 'POST',
  path: '/snapshots/{name}/reset',
  summary: 'Reset to a snapshot',
  description:
    'The station continues from the moment of the snapshot; its time goes back. Plugins, accounts, sessions and watch links stay as they are. Every WebSocket is closed with code 1012; a recording in progress is stopped, and a new one is started if the station recorded at that moment. Recordings, snapshots of the camera, flight logs and the audit log stay.',
  params: SnapshotParams,
  replies: { 200: SimulationSnapshot },
  errors: ['SNAPSHOT_NOT_FOUND', 'SNAPSHOT_NOT_POSSIBLE', 'SIMULATION_STOPPED', 'STORE_UNUSABLE'],
  replyExample: examples.SNAPSHOT,
});

export const deleteSnapshot = operation({
  ...CONTROL,
  id: 'sim.snapshots.delete',
  method: 'DELETE',
  path: '/snapshots/{name}',
  summary: 'Delete a snapshot',
  description: 'Frees its memory; files that were made of it stay.',
  params: SnapshotParams,
  errors: ['SNAPSHOT_NOT_FOUND'],
});
