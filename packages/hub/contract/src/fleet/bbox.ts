import { Text } from '@kitestring/station-contract/schema.ts';

const NUMBER = '-?\\d{1,3}(?:\\.\\d{1,12})?';

/** Bounding box of longitudes and latitudes, as in RFC 7946 section 5. */
export const Bbox = Text(
  'West, south, east, north in degrees WGS 84, with commas. If west is greater than east, the box crosses the antimeridian.',
  '5.9,45.8,10.5,47.8',
  { pattern: `^${NUMBER}(?:,${NUMBER}){3}$` },
);

interface Place {
  readonly latitude?: number;
  readonly longitude?: number;
}

/** Test for a bounding box; a station without a position is never inside. Undefined when the text is not a box. */
export function insideBbox(text: string): ((place: Place) => boolean) | undefined {
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  const isBox = [west, east].every((deg) => Math.abs(deg) <= 180) && south >= -90 && north <= 90 && south <= north;
  if (!isBox) return undefined;
  return ({ latitude, longitude }) => {
    if (latitude === undefined || longitude === undefined || latitude < south || latitude > north) return false;
    return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  };
}
