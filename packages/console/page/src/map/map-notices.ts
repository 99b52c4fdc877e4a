import { archiveFault, type ShownArchive } from '@kitestring/console-ui/map/map-archive.ts';
import type { MapTrouble } from '@kitestring/console-ui/map/map-canvas.ts';
import { OVERVIEW_ZOOM_MAX } from '@kitestring/console-ui/map/map-style.ts';
import { isOnMercator, type MapPosition } from '@kitestring/console-ui/map/mercator.ts';
import type { Pin } from '@kitestring/station-contract/station/pin.ts';
import type { Situation } from '../situation/situation.ts';
import type { Words } from '../words/words.ts';

export interface NoticeFacts {
  readonly situation: Situation;
  readonly archive: ShownArchive;
  readonly troubles: readonly MapTrouble[];
  readonly position: MapPosition;
  /** Whether the browser can draw a large map. */
  readonly hasGraphics: boolean;
  readonly tilesUrl: string | undefined;
  readonly pins: readonly Pin[];
}

/** Missing parts of the large map, one line each. */
export function notices(facts: NoticeFacts, { map, situation: texts }: Words): readonly string[] {
  const { archive, hasGraphics, pins, position, situation, tilesUrl, troubles } = facts;
  const { kiteAt, station } = situation;
  const outside = pins.filter(({ latitude, longitude }) => !isOnMercator({ latDeg: latitude, lonDeg: longitude }));
  const isOverview = archive.state?.state === 'none' && tilesUrl === undefined && position.zoom > OVERVIEW_ZOOM_MAX;
  const fault = archiveFault(archive, troubles, map);
  const lines = [
    !hasGraphics && map.noGraphics,
    station !== undefined && !isOnMercator(station) && map.outside,
    troubles.includes('graphics') && map.graphicsLost,
    fault,
    troubles.includes('tiles') && tilesUrl !== undefined && map.tilesMissing(host(tilesUrl)),
    outside.length > 0 && map.pinsOutside(outside.length),
    hasGraphics && isOverview && map.overviewOnly,
    !situation.isPlaceKnown &&
      situation.kite !== undefined &&
      (station === undefined && kiteAt !== undefined ? map.noStation : texts.noPlace),
  ];
  return lines.filter((line) => typeof line === 'string');
}

const host = (template: string): string => new URL(template.replaceAll(/[{}]/g, '')).host;
