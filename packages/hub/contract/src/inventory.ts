import { TILES_URL } from '@kitestring/station-contract/console/page-facts.ts';
import Type, { type Static } from 'typebox';

const text = (description: string) => Type.String({ maxLength: 200, description });

/** Map tiles of the console of a station. */
export const MapTiles = Type.Object(
  {
    tiles_url: Type.String({ ...TILES_URL, description: 'Address of a tile, with `{z}`, `{x}` and `{y}`.' }),
    attribution: text('Source of the map.'),
  },
  { description: 'Map tiles of its console, `console.map_tiles_url` there; absent if not set.' },
);

/** Software and devices of a station. */
export const Inventory = Type.Object({
  rev: Type.Integer({ minimum: 0, description: 'Changes with the other fields.' }),
  name: text('Name of the station.'),
  software: text('Version of the station’s software.'),
  api: text('Newest version of the published API.'),
  serial: Type.Optional(text('Serial number of the Ground Station.')),
  kite: Type.Optional(text('Serial number of the Kite.')),
  cameras: Type.Array(text('Id of a video stream.'), { maxItems: 16, description: 'Video streams.' }),
  map: Type.Optional(MapTiles),
});
export type Inventory = Static<typeof Inventory>;
