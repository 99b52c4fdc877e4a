import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { MAX_LAT_DEG, WORLD_M } from '@kitestring/console-ui/map/mercator.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';

/** Width of a tile, pixels; the zoom levels of Web Mercator refer to it. */
const TILE_PX = 256;
const MAX_ZOOM = 19;

/** A tile and its position in the view, pixels from the middle of the view. */
interface PlacedTile {
  readonly key: string;
  readonly url: string;
  readonly leftPx: number;
  readonly topPx: number;
  readonly sizePx: number;
}

export interface MapView {
  readonly center: LatLon;
  readonly metersPerPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** With `{z}`, `{x}`, `{y}`. */
  readonly tilesUrl: string;
}

/** Ground length of a pixel at zoom level 0, metres: Mercator stretches the map by the secant of the latitude. */
const groundMetersPerWorldPx = (latDeg: number) => (WORLD_M * Math.cos(latDeg * RAD_PER_DEG)) / TILE_PX;

/** The tiles that cover the view, at the level whose pixels are closest to the screen's without being larger. */
export function placeTiles({ center, heightPx, metersPerPx, tilesUrl, widthPx }: MapView): readonly PlacedTile[] {
  if (Math.abs(center.latDeg) > MAX_LAT_DEG) return [];
  const wanted = Math.log2(groundMetersPerWorldPx(center.latDeg) / metersPerPx);
  const zoom = Math.min(MAX_ZOOM, Math.max(0, Math.ceil(wanted - 0.01)));
  const sizePx = TILE_PX * 2 ** (wanted - zoom);
  const count = 2 ** zoom;
  const middle = worldShare(center);
  const [x, y] = [middle.x * count, middle.y * count];
  const [left, right] = [x - widthPx / 2 / sizePx, x + widthPx / 2 / sizePx].map(Math.floor) as [number, number];
  const [top, bottom] = [y - heightPx / 2 / sizePx, y + heightPx / 2 / sizePx].map(Math.floor) as [number, number];
  const tiles: PlacedTile[] = [];
  for (let row = Math.max(0, top); row <= Math.min(count - 1, bottom); row += 1) {
    for (let column = left; column <= right; column += 1) {
      // The world repeats east of the date line.
      const wrapped = ((column % count) + count) % count;
      tiles.push({
        key: `${zoom}/${column}/${row}`,
        url: tileUrl(tilesUrl, zoom, wrapped, row),
        leftPx: (column - x) * sizePx,
        topPx: (row - y) * sizePx,
        sizePx,
      });
    }
  }
  return tiles;
}

const tileUrl = (template: string, z: number, x: number, y: number) =>
  template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));

/** Position on the world map: from its west and north edge, fractions of its width. */
function worldShare({ latDeg, lonDeg }: LatLon): { x: number; y: number } {
  const sin = Math.sin(latDeg * RAD_PER_DEG);
  return { x: lonDeg / 360 + 0.5, y: 0.5 - Math.atanh(sin) / (2 * Math.PI) };
}
