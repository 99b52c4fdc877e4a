import type { Locator } from 'playwright-core';

/** A control that is off when a press begins does nothing, however long it is held: the page may learn later than the test that it is on. */
const isOn = (control: Locator): Promise<void> =>
  control.and(control.page().locator(':enabled:not([aria-disabled=true])')).waitFor();

/** Holds a control until another element appears. */
export async function hold(held: Locator, until: Locator): Promise<void> {
  await isOn(held);
  await held.hover();
  const { mouse } = held.page();
  await mouse.down();
  await until.waitFor().finally(() => mouse.up());
}

/** Holds a key on it until that has come. */
export async function holdKey(held: Locator, key: string, until: () => Promise<unknown>): Promise<void> {
  await isOn(held);
  await held.focus();
  const { keyboard } = held.page();
  await keyboard.down(key);
  await until().finally(() => keyboard.up(key));
}

/** In the page: pressed and let go, with nothing in between, which on a busy machine may be longer than a press is to be held. */
export function tapped(element: unknown): void {
  const { PointerEvent } = globalThis as unknown as { PointerEvent: new (type: string, init: object) => Event };
  const button = element as EventTarget & { click(): void };
  // The pointer of a mouse, which is always there.
  const pointer = { bubbles: true, cancelable: true, button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse' };
  for (const type of ['pointerdown', 'pointerup']) button.dispatchEvent(new PointerEvent(type, pointer));
  button.click();
}

/** In the page: these keys, with nothing in between. */
export function pressed(element: unknown, keys: readonly string[]): void {
  const { KeyboardEvent } = globalThis as unknown as { KeyboardEvent: new (type: string, init: object) => Event };
  for (const key of keys) {
    for (const type of ['keydown', 'keyup']) {
      (element as EventTarget).dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
    }
  }
}

/** In the page: clicks the button once, in the moment in which it gets this name. */
export function clickedAsItBecomes(element: unknown, name: string): void {
  interface Observer {
    observe(target: unknown, options: object): void;
    disconnect(): void;
  }
  const { MutationObserver } = globalThis as unknown as { MutationObserver: new (changed: () => void) => Observer };
  const button = element as { readonly textContent: string; click(): void };
  const observer = new MutationObserver(() => {
    if (!button.textContent.includes(name)) return;
    observer.disconnect();
    button.click();
  });
  observer.observe(button, { subtree: true, childList: true, characterData: true });
}
