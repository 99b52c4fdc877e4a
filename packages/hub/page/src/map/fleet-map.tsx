import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { FullScreenIcon } from '@kitestring/console-ui/icons.tsx';
import { archiveBy, archiveFault, type ShownArchive, useShownArchive } from '@kitestring/console-ui/map/map-archive.ts';
import type { MapCanvas } from '@kitestring/console-ui/map/map-canvas.ts';
import { MapControls } from '@kitestring/console-ui/map/map-controls.tsx';
import ground from '@kitestring/console-ui/map/map-ground.module.css';
import { OVERVIEW_ZOOM_MAX } from '@kitestring/console-ui/map/map-style.ts';
import type { MapPosition } from '@kitestring/console-ui/map/mercator.ts';
import { useMapCanvas, WORLD } from '@kitestring/console-ui/map/use-map-canvas.ts';
import { useMapContent } from '@kitestring/console-ui/map/use-map-content.ts';
import { type SizePx, useSize } from '@kitestring/console-ui/size.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { readFleetMap, readFleetMapArchive } from '@kitestring/hub-contract/fleet/fleet-map.ts';
import { useEffect, useMemo, useRef } from 'react';
import { operationUrl } from '../api/call-hub.ts';
import { useFleet } from '../fleet-context.tsx';
import { useNumberText, usePreferences } from '../preferences/preferences.tsx';
import { usePlace } from '../shell/route.ts';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { hasPlace, type MapMark, marksOf, placeOf, positionOfAll } from './clusters.ts';
import styles from './fleet-map.module.css';
import { FleetMark } from './fleet-mark.tsx';
import { type LabelSide, labelSides } from './label-sides.ts';

/** Zoom around a station that was selected elsewhere. */
const STATION_ZOOM = 8;

/** All stations on a map; close ones are merged, those that need attention are on top. */
export function FleetMap() {
  const words = useWords();
  const { isLoaded, stations } = useFleet();
  const { sid } = usePlace();
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const first = useFirst(size);
  const archive = useHubArchive();
  const { theme } = usePreferences().preferences;
  const content = useMapContent(place, { archive, theme });
  const shown = useMapCanvas(place, { content, first, archive: ARCHIVE, label: words.map.canvas });
  const { canvas, position } = shown;
  const fault = archiveFault(archive, shown.troubles, words.map);
  const isOverview = archive.state?.state === 'none' && position.zoom > OVERVIEW_ZOOM_MAX;
  const hasGraphics = shown.hasGraphics && !shown.troubles.includes('graphics');
  useChosenInSight(canvas, position, size);
  const marks = useMemo(
    () => (canvas === undefined ? [] : marksOf(stations, position, size)),
    [canvas, stations, position, size],
  );
  const sides = useLabelSides(marks, size);
  const number = useNumberText();
  const unplaced = stations.filter((station) => station.state !== 'revoked' && !hasPlace(station)).length;
  const showAll = () => {
    const all = positionOfAll(
      stations.flatMap((station) => placeOf(station) ?? []),
      size,
    );
    if (all !== undefined) canvas?.show(all);
  };
  return (
    <section className={classNames(styles.map, ground.colors)} aria-label={words.map.title}>
      <h2 className="hidden-visually">{words.map.title}</h2>
      <div ref={place} className={classNames(styles.canvas, ground.canvas)} />
      {!hasGraphics && (
        <div className={styles.trouble}>
          <Trouble text={words.map.noGraphics} />
        </div>
      )}
      <div className={styles.marks}>
        {marks.map((mark) => (
          <FleetMark
            key={mark.id}
            mark={mark}
            chosen={sid}
            side={sides.get(mark.id)}
            onOpen={() => canvas?.moveTo(canvas.placeAt(mark.xPx, mark.yPx), position.zoom + 2)}
          />
        ))}
      </div>
      {hasGraphics && (
        <MapControls canvas={canvas} words={words.map}>
          <Button isSquare aria-label={words.map.all} onPress={showAll}>
            <FullScreenIcon />
          </Button>
        </MapControls>
      )}
      <p className={styles.notes} role="status">
        {isLoaded && unplaced > 0 && <span>{words.map.noPosition(number(unplaced))}</span>}
        {fault !== undefined && <span>{fault}</span>}
        {hasGraphics && isOverview && <span>{words.map.overviewOnly}</span>}
      </p>
      <p className={styles.sources}>{[archive.about?.attribution, words.map.overview].filter(Boolean).join(' · ')}</p>
    </section>
  );
}

/** As in the style sheet. */
const LABEL = { sizeRem: 0.75, maxRem: 11, paddingPx: 8 };

/** The sides on which the names of the marks have room. */
function useLabelSides(marks: readonly MapMark[], map: SizePx): ReadonlyMap<string, LabelSide> {
  const { textSize } = usePreferences().preferences;
  return useMemo(() => {
    const rootPx = (16 * Number(textSize)) / 100;
    const context = document.createElement('canvas').getContext('2d');
    if (context !== null)
      context.font = `600 ${LABEL.sizeRem * rootPx}px ${getComputedStyle(document.body).fontFamily}`;
    const widthPx = (name: string) => (context?.measureText(name).width ?? 0) + LABEL.paddingPx;
    return labelSides(marks, { widthPx, maxWidthPx: LABEL.maxRem * rootPx, linePx: LABEL.sizeRem * rootPx * 1.2, map });
  }, [marks, map, textSize]);
}

/** Initial position: the selected station, or all of them. Undefined until it is known; then constant. */
function useFirst(size: SizePx): MapPosition | undefined {
  const { bySid, isLoaded, stations } = useFleet();
  const { sid } = usePlace();
  const first = useRef<MapPosition>(undefined);
  if (first.current === undefined && isLoaded && size.widthPx > 0) {
    const station = sid === undefined ? undefined : bySid.get(sid);
    const center = station === undefined ? undefined : placeOf(station);
    const all = () =>
      positionOfAll(
        stations.flatMap((each) => placeOf(each) ?? []),
        size,
      );
    first.current = center === undefined ? (all() ?? WORLD) : { center, zoom: STATION_ZOOM };
  }
  return first.current;
}

/** Requests bytes of the hub's archive with the cookie of the session. @throws for every refusal */
async function askArchive({ first, last }: { first: number; last: number }, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(operationUrl(readFleetMapArchive), {
    headers: { Range: `bytes=${first}-${last}` },
    ...(signal !== undefined && { signal }),
  });
  if (response.status !== 206) throw new Error(`the map archive: status ${response.status}`);
  return response;
}
const ARCHIVE = archiveBy(askArchive);
/** The file may be replaced while the hub runs. */
const ARCHIVE_EVERY_MS = 60_000;

function useHubArchive(): ShownArchive {
  const { value } = useHubReading(readFleetMap, { everyMs: ARCHIVE_EVERY_MS });
  return useShownArchive(ARCHIVE, value);
}

/** Moves the map to a selected station that is not visible. */
function useChosenInSight(canvas: MapCanvas | undefined, position: MapPosition, size: SizePx): void {
  const { bySid } = useFleet();
  const { sid } = usePlace();
  const latest = useRef({ bySid, position, size });
  latest.current = { bySid, position, size };
  useEffect(() => {
    const station = sid === undefined ? undefined : latest.current.bySid.get(sid);
    const place = station === undefined ? undefined : placeOf(station);
    if (canvas === undefined || station === undefined || place === undefined) return;
    if (marksOf([station], latest.current.position, latest.current.size).length === 0) canvas.moveTo(place);
  }, [canvas, sid]);
}
