import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import type { PMTiles } from 'pmtiles';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { MapCanvas, type MapTrouble } from './map-canvas.ts';
import type { MapContent } from './map-style.ts';
import type { MapPosition } from './mercator.ts';

/** Most of the world. */
export const WORLD: MapPosition = { center: { latDeg: 20, lonDeg: 10 }, zoom: 1 };

interface MapCanvasUse {
  /** Undefined until the first drawing. */
  readonly content: MapContent | undefined;
  /** Initial position; nothing is drawn while it is undefined. */
  readonly first: MapPosition | undefined;
  /** The same object for the same archive. */
  readonly archive?: PMTiles;
  /** Name of the map for screen readers. */
  readonly label: string;
  readonly onClick?: (place: LatLon) => void;
  readonly onPan?: () => void;
}

interface ShownCanvas {
  /** Undefined before it exists, and if the browser has no WebGL 2. */
  readonly canvas: MapCanvas | undefined;
  readonly hasGraphics: boolean;
  readonly position: MapPosition;
  /** Source that currently does not load. */
  readonly troubles: readonly MapTrouble[];
}

/** MapLibre in an element, as long as both exist. */
export function useMapCanvas(element: RefObject<HTMLElement | null>, use: MapCanvasUse): ShownCanvas {
  const { archive, content, label } = use;
  const latest = useRef(use);
  latest.current = use;
  const [canvas, setCanvas] = useState<MapCanvas>();
  const [hasGraphics, setHasGraphics] = useState(true);
  const [position, setPosition] = useState(use.first ?? WORLD);
  const [troubles, setTroubles] = useState<readonly MapTrouble[]>([]);
  const isReady = content !== undefined && use.first !== undefined;
  useEffect(() => {
    const { content, first } = latest.current;
    if (!isReady || content === undefined || first === undefined || element.current === null) return;
    const options = {
      container: element.current,
      archive,
      position: first,
      content,
      label,
      onMove: setPosition,
      onPan: () => latest.current.onPan?.(),
      onClick: (place: LatLon) => latest.current.onClick?.(place),
      onTrouble: (source: MapTrouble, isThere: boolean) => setTroubles((known) => changed(known, source, isThere)),
    };
    setPosition(first);
    let made: MapCanvas;
    try {
      made = new MapCanvas(options);
    } catch {
      return setHasGraphics(false);
    }
    setCanvas(made);
    return () => {
      made[Symbol.dispose]();
      setCanvas(undefined);
    };
  }, [archive, element, isReady, label]);
  useEffect(() => {
    if (canvas !== undefined && content !== undefined) canvas.content = content;
  }, [canvas, content]);
  return { canvas, hasGraphics, position, troubles };
}

/** The same object if nothing changes: tiles arrive by the hundred. */
function changed(known: readonly MapTrouble[], source: MapTrouble, isThere: boolean): readonly MapTrouble[] {
  if (known.includes(source) !== isThere) return known;
  return isThere ? known.filter((each) => each !== source) : [...known, source];
}
