import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { VideoFile } from '@kitestring/station-contract/recordings/recording.ts';
import { useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';

export interface PlayedRecording {
  readonly video: VideoFile;
  /** Start time of the recording, for display. */
  readonly began: string;
}

/** Playback in place of the live picture: a video, or a whole flight. */
type Played =
  | { readonly kind: 'recording'; readonly recording: PlayedRecording }
  | { readonly kind: 'flight'; readonly flightId: string };

class PlayedStore extends Store<Played | undefined> {
  constructor() {
    super(undefined);
  }

  readonly play = (recording: PlayedRecording): void => this.become({ kind: 'recording', recording });
  readonly replay = (flightId: string): void => this.become({ kind: 'flight', flightId });
  readonly close = (): void => this.become(undefined);
}

const playedStore = onePer((_: StationLink) => new PlayedStore());

export function usePlayed() {
  const store = playedStore(useStation().link);
  const played = useSyncExternalStore(store.subscribe, store.snapshot);
  return { played, play: store.play, replay: store.replay, close: store.close };
}
