/** A station with live video, a browser, and a page of another origin that may call it. */

import { type OpenBrowser, openBrowser } from '@kitestring/lab-testing/browser.ts';
import { becomes } from '@kitestring/lab-testing/until.ts';
import type { TestStationOptions } from '@kitestring/station-app/test/support/test-station.ts';
import { VideoStation } from '@kitestring/station-app/test/support/video-station.ts';
import { PageServer } from './page-server.ts';
import { PlayerPage } from './player-page.ts';

interface WatchedStationOptions extends TestStationOptions {
  /** One for itself, ended with it, when absent. */
  readonly browser?: OpenBrowser;
}

export class WatchedStation implements AsyncDisposable {
  readonly video: VideoStation;
  readonly #browser: OpenBrowser;
  readonly #ownsBrowser: boolean;
  readonly #server: PageServer;

  private constructor(video: VideoStation, browser: OpenBrowser, ownsBrowser: boolean, server: PageServer) {
    this.video = video;
    this.#browser = browser;
    this.#ownsBrowser = ownsBrowser;
    this.#server = server;
  }

  static async start({ browser: given, ...options }: WatchedStationOptions = {}): Promise<WatchedStation> {
    const server = await PageServer.start();
    const [browser, video] = await Promise.all([
      given ?? openBrowser(),
      VideoStation.start({
        corsOrigins: [server.origin],
        ...options,
        simulation: { cameraModel: 'Camera 1st Generation', ...options.simulation },
      }),
    ]);
    return new WatchedStation(video, browser, given === undefined, server);
  }

  /** @param client whose token the page has */
  open(client = this.video.client): Promise<PlayerPage> {
    const { station } = this.video;
    const { browser } = this.#browser;
    return PlayerPage.open({ browser, server: this.#server, stationUrl: station.url, token: client.token ?? '' });
  }

  /** Viewers of a source according to the next report of the media process with that number. */
  async untilTaken(streamId: string, viewers: number): Promise<void> {
    const found = () => this.video.video.sources.find(({ id }) => id === streamId)?.viewers;
    await becomes(found, viewers, `viewers of ${streamId}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ownsBrowser) await this.#browser[Symbol.asyncDispose]();
    await this.video[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
  }
}
