import {
  isOnMercator,
  type MapPosition,
  metersPerPxAt,
  pixelAt,
  placeAtPixel,
} from '@kitestring/console-ui/map/mercator.ts';
import type { SizePx } from '@kitestring/console-ui/size.ts';
import { type LatLon, offsetOf, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import type { OnMap } from '../situation/on-map.ts';

/** The large map as a projection for the drawing of the top view: metres from the station to pixels. */
export function onMercatorOf(position: MapPosition, size: SizePx, station: LatLon): OnMap {
  const pixel = (place: Parameters<OnMap['xOf']>[0]) => pixelAt(position, size, placeFrom(station, place));
  return {
    xOf: (place) => pixel(place).xPx,
    yOf: (place) => pixel(place).yPx,
    placeAt: (xPx, yPx) => offsetOf(station, placeAtPixel(position, size, xPx, yPx)),
    // Position of the station, the centre of the rings.
    metersPerPx: metersPerPxAt(station.latDeg, position.zoom),
    has: isOnMercator,
  };
}
