import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import {
  chooseInset,
  chooseMain,
  keepChoice,
  keptChoice,
  nextCount,
  type PictureCount,
  type StreamChoice,
  shownStreams,
} from './stream-choice.ts';

/** Another camera has other streams; the topic shows when it was off. */
const LIST_EVERY_MS = 30_000;

interface ShownStage extends ReturnType<typeof shownStreams> {
  readonly streams: readonly VideoStreamInfo[] | undefined;
  readonly chooseMain: (streamId: string) => void;
  readonly chooseInset: (streamId: string | undefined) => void;
  readonly chooseCount: (count: PictureCount) => void;
  /** One, two, four pictures, then one again. */
  readonly nextCount: () => void;
}

/** Content of the stage, and functions to change it. */
export function useStage(): ShownStage {
  const store = stageOf(useStation().link);
  const { choice, streams } = useSyncExternalStore(store.subscribe, store.snapshot);
  const listed = streams ?? [];
  return {
    streams,
    ...shownStreams(listed, choice),
    chooseMain: (streamId) => store.choose(chooseMain(listed, choice, streamId)),
    chooseInset: (streamId) => store.choose(chooseInset(listed, choice, streamId)),
    chooseCount: (count) => store.choose({ ...choice, count }),
    nextCount: () => store.choose(nextCount(listed, choice)),
  };
}

/** Polls the list of streams. @returns why the station does not send it */
export function useStreamList(): string | undefined {
  const store = stageOf(useStation().link);
  const online = useTopicPart('camera/state', ({ online_state }) => online_state);
  const { trouble, value } = useReading((client) => client.videostreams.listVideoStreams(), {
    everyMs: LIST_EVERY_MS,
    key: online ?? '',
  });
  useEffect(() => {
    if (value !== undefined) store.list(value);
  }, [store, value]);
  return trouble;
}

/** Whether another stream than the large one has pictures, as far as known. */
export function useHasOtherStream(): boolean {
  const { link } = useStation();
  const { main, streams } = useStage();
  const others = (streams ?? []).filter((stream) => stream !== main).map(({ stream_id }) => stream_id);
  const key = others.join(' ');
  const stores = useMemo(
    () =>
      key
        .split(' ')
        .filter(Boolean)
        .map((id) => link.topic(`videostreams/${id}/state`)),
    [link, key],
  );
  const subscribe = useCallback(
    (told: () => void) => {
      const leave = stores.map((store) => store.subscribe(told));
      return () => {
        for (const end of leave) end();
      };
    },
    [stores],
  );
  return useSyncExternalStore(subscribe, () => stores.some((store) => store.snapshot().value?.is_streaming === true));
}

/** Display name of a stream. */
export function useStreamName(): (streamId: string) => string {
  const { streamNames } = useWords().video;
  return (streamId) => streamNames[streamId] ?? streamId;
}

interface Stage {
  /** Undefined before they are loaded. */
  readonly streams: readonly VideoStreamInfo[] | undefined;
  readonly choice: StreamChoice;
}

/** Content of the stage, for all parts of the page that depend on it. */
class StageStore extends Store<Stage> {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    super({ streams: undefined, choice: keptChoice(storage) });
    this.#storage = storage;
  }

  /** The current list of the station; equal streams change nothing. */
  list(streams: readonly VideoStreamInfo[]): void {
    if (isSame(this.snapshot().streams, streams)) return;
    this.become({ ...this.snapshot(), streams });
  }

  choose(choice: StreamChoice): void {
    keepChoice(this.#storage, choice);
    this.become({ ...this.snapshot(), choice });
  }
}

const isSame = (before: readonly VideoStreamInfo[] | undefined, after: readonly VideoStreamInfo[]): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

const stageOf = onePer((_: StationLink) => new StageStore(localStorage));
