/** What a test's page has beside the player: it tells what the player said. */

import type { PlayerState } from '@kitestring/player/player-state.ts';
import { StreamPlayer, type StreamPlayerOptions } from '@kitestring/player/stream-player.ts';

declare global {
  interface Window {
    states: PlayerState[];
    player: StreamPlayer;
    isReady: boolean;
    giveToken(refused?: string): Promise<string>;
    play(
      options: Pick<StreamPlayerOptions, 'stationUrl' | 'streamId' | 'preferred' | 'patienceMs' | 'betterPathEveryMs'>,
    ): void;
    shows(pictures: number): Promise<void>;
  }
}

const video = document.querySelector('video') as HTMLVideoElement;

window.states = [];

window.play = (options) => {
  window.player = new StreamPlayer({
    video,
    token: (refused) => window.giveToken(refused),
    onState: (state) => window.states.push(state),
    ...options,
  });
};

window.shows = async (pictures) => {
  for (let shown = 0; shown < pictures; shown += 1) {
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  }
};

window.isReady = true;
