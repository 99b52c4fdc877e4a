/** Which streams are shown: one large, perhaps a second one in its corner. */
import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';

export interface StreamChoice {
  /** Undefined: the one that a camera is mostly looked through. */
  readonly mainId: string | undefined;
  /** Undefined: none. */
  readonly insetId: string | undefined;
}

export const NO_CHOICE: StreamChoice = { mainId: undefined, insetId: undefined };

/** The choice applied to the available streams. Another camera may have others. */
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

/** The colour stream that zooms furthest; of a camera without colour the first. */
function usualMain(streams: readonly VideoStreamInfo[]): VideoStreamInfo | undefined {
  const colours = streams.filter(({ type }) => type === 'Color').toSorted((a, b) => b.zoom_max - a.zoom_max);
  return colours[0] ?? streams[0];
}

/** The large one becomes another; what was large goes into the corner when the other one was there. */
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

/** Earlier choice in this browser; anything that is not a name is dropped. */
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
