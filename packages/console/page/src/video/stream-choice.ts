/** Selection of streams: one picture, optionally with another in its corner, or several of one size. */
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';

/** Pictures of one size at once; each is a connection and a decoder of this browser. */
export const PICTURE_COUNTS = [1, 2, 4] as const;
export type PictureCount = (typeof PICTURE_COUNTS)[number];

export interface StreamChoice {
  /** Undefined: the default one. */
  readonly mainId: string | undefined;
  /** In the corner of one picture. Undefined: none. */
  readonly insetId: string | undefined;
  readonly count: PictureCount;
  /** Beside the main one where there are several, the first first; others of the camera follow. */
  readonly tileIds: readonly string[];
}

export const NO_CHOICE: StreamChoice = { mainId: undefined, insetId: undefined, count: 1, tileIds: [] };

/** The selection applied to the available streams, because another camera may have other ones. */
interface ShownStreams {
  readonly main: VideoStreamInfo | undefined;
  readonly inset: VideoStreamInfo | undefined;
  /** Beside the main one, as large as it; none with one picture. */
  readonly tiles: readonly VideoStreamInfo[];
  /** Places of pictures, of which the streams may fill fewer. */
  readonly count: PictureCount;
}

export function shownStreams(
  streams: readonly VideoStreamInfo[],
  { count: chosen, insetId, mainId, tileIds }: StreamChoice,
): ShownStreams {
  const named = (id: string | undefined) => streams.find(({ stream_id }) => stream_id === id);
  const main = named(mainId) ?? usualMain(streams);
  const count = possibleCounts(streams).includes(chosen) ? chosen : 1;
  const inset = count === 1 ? named(insetId) : undefined;
  const preferred = tileIds.map(named).filter((stream) => stream !== undefined);
  const tiles = [...new Set([...preferred, ...streams])].filter((stream) => stream !== main).slice(0, count - 1);
  return { main, inset: inset === main ? undefined : inset, tiles, count };
}

/** Two with two streams, four from three on. */
export const possibleCounts = (streams: readonly VideoStreamInfo[]): readonly PictureCount[] =>
  PICTURE_COUNTS.filter((count) => count <= streams.length || (count === 4 && streams.length === 3));

/** The next number of pictures; after the largest one again. */
export function nextCount(streams: readonly VideoStreamInfo[], choice: StreamChoice): StreamChoice {
  const counts = possibleCounts(streams);
  const { count } = shownStreams(streams, choice);
  return { ...choice, count: counts[counts.indexOf(count) + 1] ?? 1 };
}

/** The colour stream with the longest zoom; the first one of a camera without colour. */
function usualMain(streams: readonly VideoStreamInfo[]): VideoStreamInfo | undefined {
  const colours = streams.filter(({ type }) => type === 'Color').toSorted((a, b) => b.zoom_max - a.zoom_max);
  return colours[0] ?? streams[0];
}

/**
 * Changes the main one. A stream that is shown changes places with the previous one; otherwise the previous one stays
 * beside it as the last of several.
 */
export function chooseMain(streams: readonly VideoStreamInfo[], choice: StreamChoice, id: string): StreamChoice {
  const { inset, main, tiles } = shownStreams(streams, choice);
  const insetId = inset?.stream_id === id ? main?.stream_id : inset?.stream_id;
  const tileIds = tiles.map(({ stream_id }) => stream_id);
  const place = tileIds.includes(id) ? tileIds.indexOf(id) : tileIds.length - 1;
  if (main !== undefined && place >= 0 && main.stream_id !== id) tileIds[place] = main.stream_id;
  return { ...choice, mainId: id, insetId, tileIds };
}

export const chooseInset = (
  streams: readonly VideoStreamInfo[],
  choice: StreamChoice,
  id: string | undefined,
): StreamChoice => ({ ...choice, mainId: shownStreams(streams, choice).main?.stream_id, insetId: id, count: 1 });

const KEPT_AS = 'kitestring.streams';

/** Selection stored in this browser; invalid values are dropped. */
export function keptChoice(storage: Storage): StreamChoice {
  try {
    const kept = JSON.parse(storage.getItem(KEPT_AS) ?? '{}') as Readonly<Record<string, unknown>>;
    const { count, insetId, mainId, tileIds } = kept;
    return {
      mainId: asName(mainId),
      insetId: asName(insetId),
      count: PICTURE_COUNTS.find((possible) => possible === count) ?? 1,
      tileIds: Array.isArray(tileIds) ? tileIds.filter((id) => typeof id === 'string').slice(0, 3) : [],
    };
  } catch {
    return NO_CHOICE;
  }
}

export const keepChoice = (storage: Storage, choice: StreamChoice): void =>
  storage.setItem(KEPT_AS, JSON.stringify(choice));

const asName = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
