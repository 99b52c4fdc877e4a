import Type from 'typebox';
import { binary, Nothing, operation } from '../operation.ts';
import { named, OneOf, Text, Timestamp, Whole } from '../schema.ts';
import {
  CAPTURE_KINDS,
  CAPTURE_PAGE,
  CAPTURE_PAGE_MAX,
  Capture,
  CaptureChange,
  CaptureChanges,
  CaptureList,
} from './captures.ts';
import { STATION_BASE } from './paths.ts';

const CaptureParams = Type.Object({
  capture_id: Text(
    'Id of the capture, as in captures. Its `+` may be sent as `%2B` or unencoded.',
    '20260301_103000_+0100',
  ),
});

const RECORDING: Capture = {
  capture_id: '20260301_103000_+0100',
  kind: 'recording',
  started: '2026-03-01T09:30:00.250000+00:00',
  duration_s: 61.4,
  size: 73400320,
  is_being_recorded: false,
  name: 'Roof, north side',
  note: '',
  is_bookmarked: true,
  flight: '2026-03-01T09:28:12.000000+00:00',
  incident: { number: '2026-0117', title: 'Fire in a warehouse, Harbour Road' },
  videos: [],
};

/** Maximum wait of `captures/changes`, seconds: shorter than the idle timeout of proxies. */
export const CHANGES_WAIT_S = 20;

const common = { base: STATION_BASE, errors: ['VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'] } as const;

export const listCaptures = operation({
  ...common,
  id: 'station.captures',
  path: '/captures',
  summary: 'Recordings and snapshots',
  description:
    'Stored recordings and snapshots, the newest first, in pages: `next_before` of an answer is `before` of the next request.',
  access: ['read'],
  query: Type.Object({
    limit: Type.Optional(
      Whole(`Maximum number of entries; ${CAPTURE_PAGE} when absent.`, CAPTURE_PAGE, {
        minimum: 1,
        maximum: CAPTURE_PAGE_MAX,
      }),
    ),
    before: Type.Optional(Text('Only entries after this one in the list.', '20260301_103000_+0100', { maxLength: 64 })),
    kind: Type.Optional(OneOf(CAPTURE_KINDS, 'Only entries of this type.', 'snapshot')),
    search: Type.Optional(
      Text('Part of the name, the note, the id, or the number or title of the incident; not case-sensitive.', 'roof', {
        maxLength: 100,
      }),
    ),
    from_time: Type.Optional(Timestamp('Only entries that began at this time or later.')),
    to_time: Type.Optional(Timestamp('Only entries that began before this time.')),
    flight: Type.Optional(Timestamp('Only entries of the flight with this take-off time, as in `flights`.')),
  }),
  replies: { 200: CaptureList },
  replyExample: {
    version: 'm7k2-41',
    total: 1,
    captures: [RECORDING],
    flights: ['2026-03-01T09:28:12.000000+00:00'],
  },
});

export const watchCaptures = operation({
  ...common,
  id: 'station.captures.changes',
  path: '/captures/changes',
  summary: 'Wait for a change of the list',
  description: `Answers as soon as the version of the list differs from this one, at the latest after ${CHANGES_WAIT_S} s with the same version. Without a version it answers at once.`,
  access: ['read'],
  answersWithinS: CHANGES_WAIT_S + 10,
  query: Type.Object({
    version: Type.Optional(Text('Last version known to the client.', 'm7k2-41', { maxLength: 64 })),
  }),
  replies: { 200: CaptureChanges },
  replyExample: { version: 'm7k2-42' },
});

export const getCaptureThumbnail = operation({
  base: STATION_BASE,
  id: 'station.captures.thumbnail',
  path: '/captures/{capture_id}/thumbnail',
  summary: 'Thumbnail of a capture',
  description: 'A JPEG of at most 256 px width and 20 kB. It is created on the first request, and cached.',
  access: ['read'],
  params: CaptureParams,
  replies: { 200: binary('image/jpeg') },
  errors: ['CAPTURE_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
});

const SNAPSHOT: Capture = {
  capture_id: 'snapshot_20260301_103010_+0100',
  kind: 'snapshot',
  started: '2026-03-01T09:30:10.500000+00:00',
  duration_s: 0,
  size: 184320,
  is_being_recorded: false,
  name: '',
  note: '',
  is_bookmarked: false,
  stream_id: 'zoom',
  videos: [],
};

export const takeSnapshot = operation({
  base: STATION_BASE,
  id: 'station.snapshots.take',
  method: 'POST',
  path: '/snapshots',
  summary: 'Take a snapshot and store it',
  description:
    'Takes a snapshot as `videostreams/{stream_id}/snapshot` of the published API does, and stores it on the station. When the storage is full, the oldest ones without a bookmark are removed. Control is not required.',
  access: ['control'],
  body: named('SnapshotRequest', 'Source of the snapshot.', {
    stream_id: Text('Stream, as in videostreams.', 'zoom', { maxLength: 64 }),
  }),
  replies: { 201: Capture },
  errors: [
    'CAMERA_OFFLINE',
    'CAMERA_NOT_FOUND',
    'STREAM_NOT_FOUND',
    'STREAM_NOT_READY',
    'VIDEO_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
    'STORAGE_FULL',
  ],
  examples: [{ summary: 'Zoom', value: { stream_id: 'zoom' } }],
  replyExample: SNAPSHOT,
});

export const getKeptSnapshot = operation({
  base: STATION_BASE,
  id: 'station.snapshots.get',
  path: '/snapshots/{capture_id}',
  summary: 'A stored snapshot',
  description: 'The JPEG in full size, with time, position and direction in its metadata.',
  access: ['read'],
  params: CaptureParams,
  replies: { 200: binary('image/jpeg') },
  errors: ['CAPTURE_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
});

export const deleteSnapshot = operation({
  base: STATION_BASE,
  id: 'station.snapshots.delete',
  method: 'DELETE',
  path: '/snapshots/{capture_id}',
  summary: 'Delete a stored snapshot',
  description: 'Deletes a snapshot, bookmarked or not. Recordings are deleted by the published API.',
  access: ['control'],
  params: CaptureParams,
  replies: { 200: Nothing },
  errors: ['CAPTURE_NOT_FOUND', 'CONTROL_TAKEN', 'VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
});

export const changeCapture = operation({
  base: STATION_BASE,
  id: 'station.captures.change',
  method: 'POST',
  path: '/captures/{capture_id}',
  summary: 'Name, note and bookmark of a capture',
  description: 'Changes the given fields only. Control is not required.',
  access: ['control'],
  params: CaptureParams,
  body: CaptureChange,
  replies: { 200: Capture },
  errors: ['CAPTURE_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE', 'STORAGE_FULL'],
  examples: [{ summary: 'A bookmark', value: { is_bookmarked: true } }],
  replyExample: RECORDING,
});
