import type { Static } from 'typebox';
import { named, Quantity } from '../schema.ts';

export const Altitude = named('Altitude', 'The altitude to fly to.', {
  altitude: Quantity('Height above the Ground Station, metres.', 10),
});
export type Altitude = Static<typeof Altitude>;

/** The same fields under a name of its own, because client generators create a type for each. */
export const AltitudeSoftMax = named('AltitudeSoftMax', 'The highest altitude that a client may request.', {
  altitude: Quantity('Height above the Ground Station, metres.', 30),
});
export type AltitudeSoftMax = Static<typeof AltitudeSoftMax>;
