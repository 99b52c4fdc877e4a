import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';
import type { ToMedia } from '@kitestring/video-process/process';
import { type SceneState, sceneNumbers } from '@kitestring/video-process/source';

/** Interval of camera poses: just shorter than the frame time of the fastest stream. A picture between two continues the motion. */
const SCENE_EVERY_US = 33_000;
export const METADATA_EVERY_US = 100_000;

interface WatchedSendsDeps {
  readonly clock: Clock;
  /** Absent with a real aircraft. */
  readonly scene: (() => SceneState) | undefined;
  readonly send: (message: ToMedia) => void;
  readonly sendMetadata: () => void;
}

/** Camera poses and metadata for the media process, sent while pictures are watched: else nothing wakes the station. */
export class WatchedSends {
  readonly #deps: WatchedSendsDeps;
  #cancels: Cancel[] = [];

  constructor(deps: WatchedSendsDeps) {
    this.#deps = deps;
  }

  /** The first of each is sent at once to new viewers, also where others watch already. */
  follow(isWatched: boolean): void {
    if (!isWatched) {
      this.stop();
      return;
    }
    const { clock, scene, send, sendMetadata } = this.#deps;
    const sendScene = scene && (() => send({ kind: 'scene', numbers: sceneNumbers(scene()) }));
    sendScene?.();
    sendMetadata();
    if (this.#cancels.length > 0) return;
    this.#cancels = [every(clock, METADATA_EVERY_US, sendMetadata)];
    if (sendScene !== undefined) this.#cancels.push(every(clock, SCENE_EVERY_US, sendScene));
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
  }
}
