/** Selection of streams: a large one, and optionally a second one in the corner. */
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';

export interface StreamChoice {
  /** Undefined: the default one. */
  readonly mainId: string | undefined;
  /** Undefined: none. */
  readonly insetId: string | undefined;
}

export const NO_CHOICE: StreamChoice = { mainId: undefined, insetId: undefined };

/** The selection applied to the available streams, because another camera may have other ones. */
interface ShownStreams {
  readonly main: VideoStreamInfo | undefined;
  readonly inset: VideoStreamInfo | undefined;
}

export function shownStreams(streams: readonly VideoStreamInfo[], { insetId, mainId }: StreamChoice): ShownStreams {
  const named = (id: string | undefined) => streams.find(({ stream_id }) => stream_id === id);
  const main = named(mainId) ?? usualMain(streams);
  const inset = named(insetId);
  return { main, inset: inset === main ? undefined : inset };
}

/** The colour stream with the longest zoom; the first one of a camera without colour. */
function usualMain(streams: readonly VideoStreamInfo[]): VideoStreamInfo | undefined {
  const colours = streams.filter(({ type }) => type === 'Color').toSorted((a, b) => b.zoom_max - a.zoom_max);
  return colours[0] ?? streams[0];
}

/** Changes the large one; the previous one moves to the corner if the new one was there. */
export function chooseMain(streams: readonly VideoStreamInfo[], choice: StreamChoice, id: string): StreamChoice {
  const { inset, main } = shownStreams(streams, choice);
  return { mainId: id, insetId: inset?.stream_id === id ? main?.stream_id : inset?.stream_id };
}

export const chooseInset = (
  streams: readonly VideoStreamInfo[],
  choice: StreamChoice,
  id: string | undefined,
): StreamChoice => ({ mainId: shownStreams(streams, choice).main?.stream_id, insetId: id });

const KEPT_AS = 'kitestring.streams';

/** Selection stored in this browser; invalid values are dropped. */
export function keptChoice(storage: Storage): StreamChoice {
  try {
    const kept = JSON.parse(storage.getItem(KEPT_AS) ?? '{}') as Readonly<Record<string, unknown>>;
    return { mainId: nameOf(kept.mainId), insetId: nameOf(kept.insetId) };
  } catch {
    return NO_CHOICE;
  }
}

export const keepChoice = (storage: Storage, choice: StreamChoice): void =>
  storage.setItem(KEPT_AS, JSON.stringify(choice));

const nameOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
