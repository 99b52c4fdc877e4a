/** A page in a real browser with the player, and what the player says there. */
import type { Browser, Page } from 'playwright-core';
import type { PlayerState, PlayPath } from '../../src/player-state.ts';
import type { PageServer } from './page-server.ts';

/** A test that waits this long has failed; nothing waits for it otherwise. */
const GIVE_UP_MS = 180_000;

/** Properties set by `page-script.ts`. */
interface PlayerWindow {
  readonly states: readonly PlayerState[];
  readonly isReady: boolean;
}

interface PlayerPageOptions {
  readonly browser: Browser;
  readonly server: PageServer;
  readonly stationUrl: string;
  readonly token: string;
}

export class PlayerPage implements AsyncDisposable {
  readonly page: Page;
  /** Errors of scripts, and breaches of the policy. */
  readonly complaints: string[] = [];
  readonly #stationUrl: string;
  /** Token for the player when it asks for one, with the previously refused one. */
  giveToken: (refused?: string) => string | Promise<string>;

  private constructor(page: Page, { stationUrl, token }: PlayerPageOptions) {
    this.page = page;
    this.#stationUrl = stationUrl;
    this.giveToken = () => token;
  }

  static async open(options: PlayerPageOptions): Promise<PlayerPage> {
    const { browser, server, stationUrl } = options;
    const page = await browser.newPage();
    const opened = new PlayerPage(page, options);
    page.on('pageerror', (error) => opened.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) opened.complaints.push(message.text());
    });
    await page.exposeFunction('giveToken', (refused?: string) => opened.giveToken(refused));
    if (!server.stations.includes(stationUrl)) server.stations.push(stationUrl);
    await page.goto(server.origin);
    await page.waitForFunction(() => (globalThis as unknown as PlayerWindow).isReady);
    return opened;
  }

  /** Over the path that is preferred, however long it takes a busy machine; over any where none is. */
  async play(streamId: string, preferred?: PlayPath, betterPathEveryMs?: number): Promise<void> {
    const path = preferred === undefined ? {} : { preferred, patienceMs: GIVE_UP_MS };
    const options = { stationUrl: this.#stationUrl, streamId, betterPathEveryMs, ...path };
    await this.page.evaluate(`play(${JSON.stringify(options)})`);
  }

  async stop(): Promise<void> {
    await this.page.evaluate('player.stop()');
  }

  states(): Promise<PlayerState[]> {
    return this.page.evaluate('states');
  }

  /** Waits for pictures over this path. */
  async untilPath(path: PlayPath): Promise<void> {
    await this.page.waitForFunction(
      (wanted) =>
        (globalThis as unknown as PlayerWindow).states.some(
          (state) => state.kind === 'playing' && state.path === wanted,
        ),
      path,
      { timeout: GIVE_UP_MS },
    );
  }

  /** Log of the player's actions and their reasons. */
  trace(): Promise<string> {
    return this.page.evaluate('player.trace.text()');
  }

  /** All states since the last `forget`, the same in a row once. */
  async story(): Promise<string[]> {
    const lines = (await this.states()).map(shownState);
    return lines.filter((line, index) => line !== lines[index - 1]);
  }

  /** Forgets the states so far. */
  async forget(): Promise<void> {
    await this.page.evaluate('states.splice(0)');
  }

  /** The first state of this kind since the last `forget`. */
  async until<Kind extends PlayerState['kind']>(kind: Kind): Promise<Extract<PlayerState, { kind: Kind }>> {
    const found = await this.page.waitForFunction(
      (wanted) => (globalThis as unknown as PlayerWindow).states.find((state) => state.kind === wanted),
      kind,
      { timeout: GIVE_UP_MS },
    );
    return (await found.jsonValue()) as Extract<PlayerState, { kind: Kind }>;
  }

  /** Waits until pictures of this width are shown: the last ones of another camera may come late. */
  async untilWidth(widthPx: number): Promise<void> {
    await this.page.waitForFunction(
      (wanted) =>
        (globalThis as unknown as PlayerWindow).states.some(
          (state) => state.kind === 'playing' && state.size.widthPx === wanted,
        ),
      widthPx,
      { timeout: GIVE_UP_MS },
    );
  }

  /** Waits until so many more pictures have been shown. */
  async shows(pictures: number): Promise<void> {
    await this.page.evaluate(`shows(${pictures})`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.close({ runBeforeUnload: false });
  }
}

function shownState(state: PlayerState): string {
  if ('reason' in state) return `${state.kind}: ${state.reason}`;
  return `${state.kind} ${state.path}`;
}
