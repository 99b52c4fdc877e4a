import Type, { type Static } from 'typebox';

const text = (description: string) => Type.String({ maxLength: 200, description });

/** Software and devices of a station. */
export const Inventory = Type.Object({
  rev: Type.Integer({ minimum: 0, description: 'Another number after each change of the rest.' }),
  name: text('Name of the station.'),
  software: text('Version of the station’s software.'),
  api: text('Newest version of the published API.'),
  serial: Type.Optional(text('Serial number of the Ground Station.')),
  kite: Type.Optional(text('Serial number of the Kite.')),
  cameras: Type.Array(text('Id of a video stream.'), { maxItems: 16, description: 'Video streams.' }),
});
export type Inventory = Static<typeof Inventory>;
