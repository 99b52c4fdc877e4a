import { Fault } from '@kitestring/base/fault.ts';
import type { ConsoleUnderTest } from '@kitestring/console-page/test/support/console-page.ts';
import { OperatorPage } from '@kitestring/console-page/test/support/operator-page.ts';
import type { Locator, Page } from 'playwright-core';
import { SNAPSHOTS } from './duty-page.ts';

/** Deadline of a press, which is then repeated: the button may have changed under the pointer. */
const HELD_MS = 15_000;
const PRESSES = 4;

/** Wide enough that no card covers what is clicked in the picture. */
const SCREEN = { width: 1440, height: 900 };

const FLIGHT = { name: 'Flight', exact: true } as const;

/**
 * At twenty times real time a snapshot follows the take-off within seconds, and a busy machine makes its first picture later than a client
 * waits.
 */
const LATE_PICTURE = /provided no picture in time/;

/** The station refuses a snapshot, also when it is asked again. */
export class SnapshotFault extends Fault {}

/** Actions of an operator during a duty, by buttons only. */
export class PilotPage {
  readonly name: string;
  readonly page: Page;
  readonly #operator: OperatorPage;

  private constructor(name: string, operator: OperatorPage) {
    this.name = name;
    this.page = operator.page;
    this.#operator = operator;
  }

  static async open(console: ConsoleUnderTest, name: string, hasPicture: boolean): Promise<PilotPage> {
    return new PilotPage(name, await OperatorPage.open(console, name, { viewport: SCREEN, hasPicture }));
  }

  get #panel(): Locator {
    return this.page.getByRole('region', FLIGHT);
  }

  async takeControl(): Promise<void> {
    await this.#operator.press('Take control');
    await this.#operator.chip('You').waitFor();
  }

  /** From the operator in control, who agrees. */
  async relieve(other: PilotPage): Promise<void> {
    await this.#operator.press('Request control');
    await other.page
      .getByRole('region', { name: 'Control request' })
      .getByRole('button', { name: 'Hand over' })
      .click();
    await this.#operator.chip('You').waitFor();
  }

  async enterIncident(number: string, title: string): Promise<void> {
    const { drawer } = this.#operator;
    await drawer.getByRole('button', { name: 'Enter incident' }).click();
    await drawer.getByRole('textbox', { name: 'Number' }).fill(number);
    await drawer.getByRole('textbox', { name: 'Title' }).fill(title);
    await drawer.getByRole('button', { name: 'Save' }).click();
  }

  async takeOff(): Promise<void> {
    await this.#hold('Take off', /^(?:Taking off|Flying)$/);
  }

  async land(): Promise<void> {
    await this.#hold('Land', /^(?:Landing|Standby)$/);
  }

  async goTo(altitudeM: number): Promise<void> {
    await this.page.getByLabel('Target', { exact: true }).fill(String(altitudeM));
    await this.page.keyboard.press('Enter');
  }

  /** Presses again when no picture came in time, as the page advises. @throws SnapshotFault when none comes at all */
  async snapshot(): Promise<void> {
    for (let left = PRESSES; ; left -= 1) {
      const kept = this.page.waitForResponse((answer) => answer.url().endsWith(SNAPSHOTS));
      await this.page.getByRole('button', { name: 'Take a snapshot' }).click();
      const answer = await kept;
      if (answer.ok()) return;
      const { message } = (await answer.json()) as { readonly message: string };
      if (left === 1 || !LATE_PICTURE.test(message)) throw new SnapshotFault(`no snapshot: ${message}`);
    }
  }

  async record(): Promise<void> {
    const started = this.page.getByRole('button', { name: 'Stop recording' }).first();
    // The first picture of a camera takes a busy machine longer than a station waits for it.
    for (let left = PRESSES; !(await started.isVisible()); left -= 1) {
      await this.page.getByRole('button', { name: 'Record', exact: true }).first().click();
      await started.waitFor({ timeout: HELD_MS }).catch((fault: unknown) => {
        if (left === 1) throw fault;
      });
    }
  }

  async stopRecording(): Promise<void> {
    await this.page.getByRole('button', { name: 'Stop recording' }).first().click();
    await this.page.getByRole('button', { name: 'Record', exact: true }).first().waitFor();
  }

  /** Marks a point near the centre of the picture. */
  async pin(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Where is that?' }).click();
    const card = this.page.getByRole('region', { name: 'Where is that?' });
    const picture = this.page.getByRole('application');
    const { height = 0, width = 0 } = (await picture.boundingBox()) ?? {};
    await picture.click({ position: { x: width * 0.3, y: height * 0.6 } });
    await card.getByRole('textbox', { name: 'Name of the pin' }).fill(name);
    await card.getByRole('button', { name: 'Pin', exact: true }).click();
    await card.getByRole('button', { name: 'Close' }).click();
  }

  /** Holds until the page shows the beginning, like a finger; at twenty times real time it may already be over. */
  async #hold(command: string, state: RegExp): Promise<void> {
    const shown = this.#panel.getByRole('status').getByText(state);
    for (let left = PRESSES; ; left -= 1) {
      // A page that is late shows what the press before has done.
      if (left < PRESSES && (await shown.isVisible())) return;
      // On a busy machine control lapses, which the page reports, and its commands are gone.
      if (!(await this.#operator.chip('You').isVisible())) await this.takeControl();
      const isShown = await this.#pressUntil(shown, command).then(
        () => true,
        (fault: unknown) => {
          if (left === 1) throw fault;
          return false;
        },
      );
      await this.page.mouse.up();
      if (isShown) return;
    }
  }

  async #pressUntil(shown: Locator, command: string): Promise<void> {
    await this.#panel.getByRole('button', { name: command }).hover({ timeout: HELD_MS });
    await this.page.mouse.down();
    await shown.waitFor({ timeout: HELD_MS });
  }
}
