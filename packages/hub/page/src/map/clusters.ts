import { isOnMercator, type MapPosition, pixelAt } from '@kitestring/console-ui/map/mercator.ts';
import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import { attention } from '../stations/fleet-view.ts';

/** Stations closer than this share a mark, pixels. */
const CELL_PX = 64;
/** Marks of several stations, and of one, that are closer than this would overlap, pixels. */
const APART_PX = 48;
const SINGLE_APART_PX = 30;
/** Marks further outside of the map than this are not drawn, pixels. */
const MARGIN_PX = 60;
/** From this zoom on every station has its own mark. */
const SINGLE_ZOOM = 17;

/** One mark of the map: a station, or several that are too close for separate marks. */
export interface MapMark {
  /** The same as long as its stations are. */
  readonly id: string;
  /** The one that needs most attention comes first. */
  readonly stations: readonly HubStation[];
  readonly xPx: number;
  readonly yPx: number;
  readonly attention: number;
}

export const hasPlace = (station: HubStation): boolean => placeOf(station) !== undefined;

/** Position of a station on the map, if it has one. */
export function placeOf({ latitude, longitude }: HubStation): LatLon | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const place = { latDeg: latitude, lonDeg: longitude };
  return isOnMercator(place) ? place : undefined;
}

/**
 * The visible marks, those that need most attention last, so that they are on top. The grid is fixed to the ground:
 * clusters stay while the map is moved.
 */
export function marksOf(stations: readonly HubStation[], position: MapPosition, size: SizePx): readonly MapMark[] {
  const gridZoom = Math.floor(position.zoom * 2) / 2;
  const cells = new Map<string, PlacedStation[]>();
  for (const station of stations) {
    const place = placeOf(station);
    if (place === undefined || station.state === 'revoked') continue;
    const at = pixelAt(position, size, place);
    if (at.xPx < -MARGIN_PX || at.yPx < -MARGIN_PX || at.xPx > size.widthPx + MARGIN_PX) continue;
    if (at.yPx > size.heightPx + MARGIN_PX) continue;
    const key = position.zoom >= SINGLE_ZOOM ? station.sid : cellOf(place, gridZoom);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [{ station, ...at }]);
    else cell.push({ station, ...at });
  }
  const groups = position.zoom >= SINGLE_ZOOM ? [...cells.values()] : merged([...cells.values()]);
  return groups.map(markOf).sort((a, b) => a.attention - b.attention || (a.id < b.id ? -1 : 1));
}

const NO_SIZE: SizePx = { widthPx: 0, heightPx: 0 };
const ORIGIN: LatLon = { latDeg: 0, lonDeg: 0 };

/** The cell of a place, counted from latitude and longitude 0. */
function cellOf(place: LatLon, zoom: number): string {
  const { xPx, yPx } = pixelAt({ center: ORIGIN, zoom }, NO_SIZE, place);
  return `${Math.floor(xPx / CELL_PX)} ${Math.floor(yPx / CELL_PX)}`;
}

interface PlacedStation {
  readonly station: HubStation;
  readonly xPx: number;
  readonly yPx: number;
}

/** Merges cells whose marks would overlap, the largest first. */
function merged(cells: readonly (readonly PlacedStation[])[]): readonly (readonly PlacedStation[])[] {
  const kept: { found: PlacedStation[]; xPx: number; yPx: number }[] = [];
  for (const found of cells.toSorted((a, b) => b.length - a.length)) {
    const at = middle(found);
    const reachPx = found.length === 1 ? SINGLE_APART_PX : APART_PX;
    const near = kept.find((other) => {
      const leastPx = other.found.length === 1 ? SINGLE_APART_PX : reachPx;
      return Math.hypot(other.xPx - at.xPx, other.yPx - at.yPx) < leastPx;
    });
    if (near === undefined) kept.push({ found: [...found], ...at });
    else near.found.push(...found);
  }
  return kept.map(({ found }) => found);
}

const middle = (found: readonly PlacedStation[]) => ({
  xPx: found.reduce((sum, { xPx }) => sum + xPx, 0) / found.length,
  yPx: found.reduce((sum, { yPx }) => sum + yPx, 0) / found.length,
});

function markOf(found: readonly PlacedStation[]): MapMark {
  const stations = found.map(({ station }) => station).sort((a, b) => attention(b) - attention(a));
  const count = found.length;
  return {
    id: stations.length === 1 ? (stations[0]?.sid ?? '') : `${stations.map(({ sid }) => sid).sort()[0]}+${count}`,
    stations,
    ...middle(found),
    attention: stations[0] === undefined ? 0 : attention(stations[0]),
  };
}

/** Highest zoom that shows all places, and their middle. Undefined without any place. */
export function positionOfAll(places: readonly LatLon[], size: SizePx): MapPosition | undefined {
  if (places.length === 0 || size.widthPx === 0) return undefined;
  const lats = places.map(({ latDeg }) => latDeg);
  const lons = places.map(({ lonDeg }) => lonDeg);
  const center = {
    latDeg: (Math.min(...lats) + Math.max(...lats)) / 2,
    lonDeg: (Math.min(...lons) + Math.max(...lons)) / 2,
  };
  for (let zoom = ZOOM_ALL_MAX; zoom > 0; zoom -= 0.25) {
    const isIn = places.every((place) => {
      const { xPx, yPx } = pixelAt({ center, zoom }, size, place);
      const edgePx = 48;
      return xPx > edgePx && xPx < size.widthPx - edgePx && yPx > edgePx && yPx < size.heightPx - edgePx;
    });
    if (isIn) return { center, zoom };
  }
  return { center, zoom: 0 };
}

/** A single station is shown with its surroundings. */
const ZOOM_ALL_MAX = 12;
