import { Button } from '@kitestring/kit/button.tsx';
import { classNames } from '@kitestring/kit/class-names.ts';
import { Icon } from '@kitestring/kit/icons.tsx';
import type { MapCanvas } from '@kitestring/kit/map/map-canvas.ts';
import { colorsOf, worldUrl } from '@kitestring/kit/map/map-colors.ts';
import { MapControls } from '@kitestring/kit/map/map-controls.tsx';
import ground from '@kitestring/kit/map/map-ground.module.css';
import type { MapContent } from '@kitestring/kit/map/map-style.ts';
import type { MapPosition } from '@kitestring/kit/map/mercator.ts';
import { useMapCanvas, WORLD } from '@kitestring/kit/map/use-map-canvas.ts';
import { type SizePx, useSize } from '@kitestring/kit/size.ts';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useFleet } from '../fleet-context.tsx';
import { useNumberText, usePreferences } from '../preferences/preferences.tsx';
import { usePlace } from '../shell/route.ts';
import { useWords } from '../words/words-context.tsx';
import { hasPlace, marksOf, placeOf, positionOfAll } from './clusters.ts';
import styles from './fleet-map.module.css';
import { FleetMark } from './fleet-mark.tsx';

/** Surroundings of a station that was chosen elsewhere. */
const STATION_ZOOM = 8;

/** All stations where they are; near ones together, what needs attention on top. */
export function FleetMap() {
  const words = useWords();
  const { isLoaded, stations } = useFleet();
  const { sid } = usePlace();
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const first = useFirst(size);
  const content = useContent(place);
  const shown = useMapCanvas(place, { content, first, label: words.map.canvas });
  const { canvas, position } = shown;
  const hasGraphics = shown.hasGraphics && !shown.troubles.includes('graphics');
  useChosenInSight(canvas, position, size);
  const marks = useMemo(
    () => (canvas === undefined ? [] : marksOf(stations, position, size)),
    [canvas, stations, position, size],
  );
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
            onOpen={() => canvas?.moveTo(canvas.placeAt(mark.xPx, mark.yPx), position.zoom + 2)}
          />
        ))}
      </div>
      {hasGraphics && (
        <MapControls canvas={canvas} words={words.map}>
          <Button isSquare aria-label={words.map.all} onPress={showAll}>
            <AllIcon />
          </Button>
        </MapControls>
      )}
      <p className={styles.notes} role="status">
        {isLoaded && unplaced > 0 && <span>{words.map.noPosition(number(unplaced))}</span>}
      </p>
      <p className={styles.sources}>{words.map.overview}</p>
    </section>
  );
}

const AllIcon = () => (
  <Icon>
    <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Icon>
);

/** Where the map begins: the station that was chosen, or all of them. Undefined until it can be told; then it stays. */
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

/** The world in the colours of the theme. Undefined before the element exists. */
function useContent(element: RefObject<HTMLDivElement | null>): MapContent | undefined {
  const { theme } = usePreferences().preferences;
  const [content, setContent] = useState<MapContent>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours
  useEffect(() => {
    if (element.current === null) return;
    setContent({ colors: colorsOf(element.current), worldUrl: worldUrl(), archive: undefined, tilesUrl: undefined });
  }, [element, theme]);
  return content;
}

/** Moves the map to a station that is chosen while it is out of sight. */
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
