import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keepAwake } from './keep-awake.ts';

/** A screen whose locks end when the page is hidden, as browsers do it. */
class Screen extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  held = 0;
  refuses = false;

  readonly wakeLock = {
    request: async () => {
      if (this.refuses) throw new DOMException('low battery', 'NotAllowedError');
      this.held += 1;
      return { release: async () => this.#release() } as unknown as WakeLockSentinel;
    },
  };

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    if (state === 'hidden') this.held = 0;
    this.dispatchEvent(new Event('visibilitychange'));
  }

  #release(): void {
    this.held = Math.max(0, this.held - 1);
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const start = (screen: Screen) => keepAwake({ wakeLock: screen.wakeLock, document: screen as unknown as Document });

describe('the screen in flight', () => {
  it('stays on, also after the page was hidden, until the flight ends', async () => {
    const screen = new Screen();
    const end = start(screen);
    await settled();
    assert.equal(screen.held, 1);
    screen.show('hidden');
    assert.equal(screen.held, 0);
    screen.show('visible');
    await settled();
    assert.equal(screen.held, 1);
    end();
    await settled();
    assert.equal(screen.held, 0);
    screen.show('visible');
    await settled();
    assert.equal(screen.held, 0);
  });

  it('is released where the flight ends before the browser has answered, and left alone where it refuses', async () => {
    const screen = new Screen();
    start(screen)();
    await settled();
    assert.equal(screen.held, 0);
    screen.refuses = true;
    const end = start(screen);
    await settled();
    end();
    assert.equal(screen.held, 0);
    keepAwake({ wakeLock: undefined, document: screen as unknown as Document })();
  });
});
