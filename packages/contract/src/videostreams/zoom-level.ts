import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';

export const ZoomLevel = named('ZoomLevel', 'Zoom level of a stream.', {
  zoom_level: Type.Number({
    description: 'Zoom, from `zoom_min` to `zoom_max` of the stream; 2 halves the field of view.',
    examples: [4],
  }),
});
export type ZoomLevel = Static<typeof ZoomLevel>;
