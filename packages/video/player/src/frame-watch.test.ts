import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { FrameWatch } from './frame-watch.ts';

/** A page that a test hides and shows. */
class TestedDocument extends EventTarget {
  hidden = false;
  hide(isHidden: boolean): void {
    this.hidden = isHidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** A video element whose pictures a test shows. */
class TestedVideo {
  #told: VideoFrameRequestCallback | undefined;
  requestVideoFrameCallback(told: VideoFrameRequestCallback): number {
    this.#told = told;
    return 1;
  }
  cancelVideoFrameCallback(): void {
    this.#told = undefined;
  }
  show(): void {
    this.#told?.(0, {} as VideoFrameCallbackMetadata);
  }
}

describe('the age of the shown picture', () => {
  const page = new TestedDocument();
  let nowMs = 0;
  beforeEach(() => {
    nowMs = 1000;
    mock.method(performance, 'now', () => nowMs);
    Object.assign(globalThis, { document: page });
  });
  afterEach(() => {
    mock.restoreAll();
    Reflect.deleteProperty(globalThis, 'document');
  });

  const watched = () => {
    const video = new TestedVideo();
    const watch = new FrameWatch(
      video as unknown as HTMLVideoElement,
      () => undefined,
      () => undefined,
    );
    return { video, watch };
  };

  it('counts from the newest picture, and before the first from when it was waited for', () => {
    const { video, watch } = watched();
    nowMs += 700;
    assert.equal(watch.ageMs, 700);
    video.show();
    assert.equal(watch.ageMs, 0);
    nowMs += 40;
    assert.equal(watch.ageMs, 40);
    watch.stop();
  });

  it('begins again with a page that comes back into sight, which has shown nothing meanwhile', () => {
    const [playing, waiting] = [watched(), watched()];
    playing.video.show();
    page.hide(true);
    nowMs += 600_000;
    page.hide(false);
    assert.deepEqual([playing.watch.ageMs, waiting.watch.ageMs], [0, 0]);
    nowMs += 2600;
    assert.deepEqual([playing.watch.ageMs, waiting.watch.ageMs], [2600, 2600]);
    for (const { watch } of [playing, waiting]) watch.stop();
    nowMs += 100;
    page.hide(false);
    assert.equal(playing.watch.ageMs, 2700, 'nothing is heard of the page any more');
  });
});
