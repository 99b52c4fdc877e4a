import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import { useReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { stageOf } from './stage-store.ts';
import { chooseInset, chooseMain, shownStreams } from './stream-choice.ts';

/** Another camera has other streams. */
const LIST_EVERY_MS = 5000;

export interface ShownStage {
  readonly streams: readonly VideoStreamInfo[] | undefined;
  readonly main: VideoStreamInfo | undefined;
  readonly inset: VideoStreamInfo | undefined;
  readonly chooseMain: (streamId: string) => void;
  readonly chooseInset: (streamId: string | undefined) => void;
}

/** What is on the stage, and how to change it. */
export function useStage(): ShownStage {
  const store = stageOf(useStation().link);
  const { choice, streams } = useSyncExternalStore(store.subscribe, store.stage);
  const listed = streams ?? [];
  return {
    streams,
    ...shownStreams(listed, choice),
    chooseMain: (streamId) => store.choose(chooseMain(listed, choice, streamId)),
    chooseInset: (streamId) => store.choose(chooseInset(listed, choice, streamId)),
  };
}

/** Reads which streams there are, over and over. @returns why the station does not say it */
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

/** A stream by the name that people use. */
export function useStreamName(): (streamId: string) => string {
  const { streamNames } = useWords().video;
  return (streamId) => streamNames[streamId] ?? streamId;
}
