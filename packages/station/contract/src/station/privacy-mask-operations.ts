import Type from 'typebox';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { READS, STATION_BASE } from './paths.ts';
import { ALL_MASKS, MASKS_MAX, NewPrivacyMask, PrivacyMask, PrivacyMaskList } from './privacy-mask.ts';

/** Only administrators decide what is hidden. */
const ADMINISTERS = { base: STATION_BASE, access: ['internal'] } as const;

const FIELDS = {
  name: 'Garden in the north',
  holds: 'ground',
  places: [
    { latitude: 47.3774, longitude: 8.5413 },
    { latitude: 47.3774, longitude: 8.5418 },
    { latitude: 47.3771, longitude: 8.5416 },
  ],
  height_m: 8,
} as const;
const MASK = {
  mask_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  ...FIELDS,
  created_time: '2026-03-01T09:30:00.250000+00:00',
  created_by: 'Chief',
};

export const listPrivacyMasks = operation({
  ...READS,
  id: 'station.privacy_masks',
  path: '/privacy-masks',
  summary: 'List privacy masks',
  description:
    'Areas that are filled in every picture of this station before it is encoded: streams, recordings, snapshots, thermal values, pushes and pictures for a hub.',
  replies: { 200: PrivacyMaskList },
  replyExample: { masks: [MASK], withheld: [] },
});

export const addPrivacyMask = operation({
  ...ADMINISTERS,
  id: 'station.privacy_masks.add',
  method: 'POST',
  path: '/privacy-masks',
  summary: 'Set a privacy mask',
  description: `Hides an area from the next picture on, also after a restart; at most ${MASKS_MAX}. Refused while a stream that it would hide comes from a real camera, whose pictures pass through without being decoded. Earlier recordings stay as they are.`,
  body: NewPrivacyMask,
  replies: { 201: PrivacyMask },
  errors: ['STREAM_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'STREAM_NOT_READY', 'STORE_UNUSABLE'],
  examples: [
    { summary: 'A garden, by its corners on the ground', value: FIELDS },
    {
      summary: 'A rectangle of the picture',
      value: {
        holds: 'picture',
        stream_id: 'color',
        corners: [
          { x: 0, y: 0.8 },
          { x: 0.2, y: 1 },
        ],
      },
    },
  ],
  replyExample: MASK,
});

export const removePrivacyMask = operation({
  ...ADMINISTERS,
  id: 'station.privacy_masks.remove',
  method: 'DELETE',
  path: '/privacy-masks/{mask_id}',
  summary: 'Remove a privacy mask',
  description: `Shows the area again. \`${ALL_MASKS}\` removes all masks, also those that cannot be read. No effect on an id that is not there.`,
  params: Type.Object({
    mask_id: Text('Id of the mask.', '7d444840-9dc0-41d1-b245-5ffdce74fad2', { maxLength: 64 }),
  }),
  errors: ['STORE_UNUSABLE'],
});
