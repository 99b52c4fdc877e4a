import type { Static } from 'typebox';
import { named, Text } from '../schema.ts';

/** Lists that several clients show and change. */
export const LIST_NAMES = [
  'pins',
  'geofence',
  'privacy_masks',
  'display',
  'incident',
  'camera_presets',
  'camera_follow',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

const version = (of: string) => Text(`Version of ${of}.`, 'm7k2-3');

export const ListVersions = named(
  'ListVersions',
  'Versions of what several clients show and change. One that differs from the known one means: read again.',
  {
    version: Text('Of all of them together.', 'm7k2-41'),
    pins: version('the pins'),
    geofence: version('the geofence; also a crossing changes it'),
    privacy_masks: version('the privacy masks'),
    display: version('the on-screen display'),
    incident: version('the incident'),
    camera_presets: version('the camera presets'),
    camera_follow: version('what the camera follows'),
  },
);
export type ListVersions = Static<typeof ListVersions>;
