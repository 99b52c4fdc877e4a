/** Script of a test page around the player: it reports the player's state. */
import { PictureClock } from '../../src/picture-clock.ts';
import type { PlayerState } from '../../src/player-state.ts';
import { StationAccess } from '../../src/station-access.ts';
import { StreamPlayer, type StreamPlayerOptions } from '../../src/stream-player.ts';
import { WhepLink } from '../../src/whep-link.ts';

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
    /** Ends a connection before it can have asked for anything; says how it ended once its turn is free. */
    stoppedEarly(): Promise<string>;
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

window.stoppedEarly = async () => {
  const access = new StationAccess({ stationUrl: location.origin, streamId: 'color', requestMs: 1 });
  const link = new WhepLink(document.createElement('video'), access, new PictureClock(), () => {});
  link.stop();
  await link.answered;
  return (await link.ended).kind;
};

window.isReady = true;
