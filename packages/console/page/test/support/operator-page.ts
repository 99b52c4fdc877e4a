import type { Locator, Page } from 'playwright-core';
import { type ConsolePageOptions, type ConsoleUnderTest, patientCalls, signIn, WITHIN_MS } from './console-page.ts';

/** A person at a page of their own, with the drawer of control open. */
export class OperatorPage {
  readonly page: Page;
  readonly drawer: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.drawer = page.getByRole('region', { name: 'Control', exact: true }).first();
  }

  static async open(console: ConsoleUnderTest, name: string, options: ConsolePageOptions = {}): Promise<OperatorPage> {
    const page = await console.open({ ...options, isSignedIn: false });
    await signIn(page, { isKept: true });
    await page.getByRole('navigation').getByRole('link', { name: 'Control' }).click();
    await page.getByLabel('Operator name').fill(name);
    return new OperatorPage(page);
  }

  /** From here on the time of the page can be moved, too. */
  async withClock(): Promise<void> {
    await this.page.clock.install();
    // Around the timers of that clock, too.
    await this.page.addInitScript(patientCalls, WITHIN_MS);
    await this.page.reload();
    await this.drawer.waitFor();
  }

  press(name: string): Promise<void> {
    return this.drawer.getByRole('button', { name, exact: true }).click();
  }

  /** Who is in control, as the top bar says. */
  chip(who: string): Locator {
    return this.page.getByRole('link', { name: `In control: ${who}` });
  }

  /** Effect of another tab coming to the front. */
  async hide(isHidden: boolean): Promise<void> {
    await this.page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  }
}
