import { type RefObject, useEffect, useState } from 'react';
import type { ShownArchive } from './map-archive.ts';
import { colorsOf, worldUrl } from './map-colors.ts';
import type { MapContent } from './map-style.ts';

interface GroundUse {
  readonly archive: ShownArchive;
  /** Tiles by address, with `{z}`, `{x}`, `{y}`. */
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
    setContent({ colors: colorsOf(element.current), worldUrl: worldUrl(), archive, tilesUrl });
  }, [element, theme, about, tiles, tilesUrl]);
  return content;
}
