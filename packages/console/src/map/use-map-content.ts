import { colorsOf, worldUrl } from '@kitestring/kit/map/map-colors.ts';
import type { MapContent } from '@kitestring/kit/map/map-style.ts';
import { type RefObject, useEffect, useState } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import { useStation } from '../station/station-context.tsx';
import type { ShownArchive } from './use-map-archive.ts';

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
    setContent({ colors: colorsOf(element.current), worldUrl: worldUrl(), archive, tilesUrl });
  }, [element, theme, about, tiles, tilesUrl]);
  return content;
}
