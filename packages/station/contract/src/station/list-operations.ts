import Type from 'typebox';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { CHANGES_WAIT_S } from './capture-operations.ts';
import { ListVersions } from './list-versions.ts';
import { READS } from './paths.ts';

export const watchLists = operation({
  ...READS,
  id: 'station.lists.changes',
  path: '/lists/changes',
  summary: 'Wait for a change of pins, geofence, masks, display, incident, presets or follow',
  description: `Answers as soon as one of them is another than in this version, and after ${CHANGES_WAIT_S} s at the latest with the same version. Without a version it answers at once.`,
  answersWithinS: CHANGES_WAIT_S + 10,
  query: Type.Object({
    version: Type.Optional(Text('Last version known to the client.', 'm7k2-41', { maxLength: 64 })),
  }),
  replies: { 200: ListVersions },
  replyExample: {
    version: 'm7k2-41',
    pins: 'm7k2-41',
    geofence: 'm7k2-12',
    privacy_masks: 'm7k2-0',
    display: 'm7k2-3',
    incident: 'm7k2-1',
    camera_presets: 'm7k2-0',
    camera_follow: 'm7k2-0',
  },
});
