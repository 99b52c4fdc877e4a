import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';

export const Altitude = named('Altitude', 'A height above the Ground Station.', {
  altitude: Type.Number({ description: 'Height above the Ground Station, metres.', examples: [10] }),
});
export type Altitude = Static<typeof Altitude>;
