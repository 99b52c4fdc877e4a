import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import { type SceneNumbers, type SceneState, sceneNumbers } from '@kitestring/video-process/source';

/** Interval of camera poses: just shorter than the frame time of the fastest stream. A picture between two continues the motion. */
const SCENE_EVERY_S = 0.033;

/** Sends the present scene of the camera periodically while there are viewers. */
export class SceneFeed {
  readonly #clock: Clock;
  readonly #send: (numbers: SceneNumbers) => void;
  readonly #scene: (() => SceneState) | undefined;
  #cancel: Cancel | undefined;

  /** @param scene undefined with a real aircraft: nothing is sent */
  constructor(clock: Clock, scene: (() => SceneState) | undefined, send: (numbers: SceneNumbers) => void) {
    this.#clock = clock;
    this.#scene = scene;
    this.#send = send;
  }

  /** The first scene is sent at once. */
  start(): void {
    const scene = this.#scene;
    if (scene === undefined) return;
    this.#send(sceneNumbers(scene()));
    this.#cancel ??= every(this.#clock, SCENE_EVERY_S * US_PER_S, () => this.#send(sceneNumbers(scene())));
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
