import { type RefObject, useEffect, useState } from 'react';
import type { ShownArchive } from './map-archive.ts';
import { MAP_COLORS, type MapColors, type MapContent } from './map-style.ts';
import worldPath from './world.json?url';

/** Address of the overview of the world. A worker has another base URL than the page. */
const worldUrl = (): string => new URL(worldPath, location.href).href;

/** Colours of the theme, from an element with the class `colors`. */
function mapColors(element: Element): MapColors {
  const style = getComputedStyle(element);
  const property = (name: string) => style.getPropertyValue(`--map-${name}`).trim();
  const colors = Object.fromEntries(MAP_COLORS.map((name) => [name, property(name)]));
  const numbers = { brightness: Number(property('brightness')), saturation: Number(property('saturation')) };
  // One for each name of the list.
  return { ...colors, ...numbers } as MapColors;
}

interface GroundUse {
  readonly archive: ShownArchive;
  /** URL template of tiles, with `{z}`, `{x}`, `{y}`. */
  readonly tilesUrl?: string | undefined;
  /** Decides the colours. */
  readonly theme: string;
}

/** Background below the marks, in the colours of the page's theme. Undefined before the element exists. */
export function useMapContent(element: RefObject<HTMLElement | null>, use: GroundUse): MapContent | undefined {
  const { theme, tilesUrl } = use;
  const { about, state: { tiles } = {} } = use.archive;
  const [content, setContent] = useState<MapContent>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours
  useEffect(() => {
    if (element.current === null) return;
    const archive = tiles !== undefined && about !== undefined ? { tiles, layers: about.layers } : undefined;
    setContent({ colors: mapColors(element.current), worldUrl: worldUrl(), archive, tilesUrl });
  }, [element, theme, about, tiles, tilesUrl]);
  return content;
}
