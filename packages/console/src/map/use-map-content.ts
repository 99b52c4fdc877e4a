import { type RefObject, useEffect, useState } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import { useStation } from '../station/station-context.tsx';
import { MAP_COLORS, type MapColors, type MapContent } from './map-style.ts';
import type { ShownArchive } from './use-map-archive.ts';
import worldUrl from './world.json?url';

/** Background below the marks, in the colours of the page's theme. Undefined before the element exists. */
export function useMapContent(
  element: RefObject<HTMLElement | null>,
  { about, state }: ShownArchive,
): MapContent | undefined {
  const { theme } = usePreferences().preferences;
  const { map } = useStation().facts;
  const [content, setContent] = useState<MapContent>();
  const tiles = state?.tiles;
  const tilesUrl = map?.tilesUrl;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours
  useEffect(() => {
    if (element.current === null) return;
    const archive = tiles !== undefined && about !== undefined ? { tiles, layers: about.layers } : undefined;
    setContent({ colors: colorsOf(element.current), worldUrl: addressOf(worldUrl), archive, tilesUrl });
  }, [element, theme, about, tiles, tilesUrl]);
  return content;
}

/** A worker has another base than the page. */
const addressOf = (path: string): string => new URL(path, location.href).href;

function colorsOf(element: Element): MapColors {
  const style = getComputedStyle(element);
  const propertyOf = (name: string) => style.getPropertyValue(`--map-${name}`).trim();
  const colors = Object.fromEntries(MAP_COLORS.map((name) => [name, propertyOf(name)]));
  const numbers = { brightness: Number(propertyOf('brightness')), saturation: Number(propertyOf('saturation')) };
  // One for each name of the list.
  return { ...colors, ...numbers } as MapColors;
}
