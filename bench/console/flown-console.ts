import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { ConsoleUnderTest } from '@kitestring/console-page/test/support/console-page.ts';
import { LIVE_VIDEO, LivePicture } from '@kitestring/console-page/test/support/live-picture.ts';
import { otherClient } from '@kitestring/console-page/test/support/other-client.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Page } from 'playwright-core';

const FAST = 20;
const WITHIN_MS = 120_000;
/** Time until video rate, browser buffers and compilers have settled. */
const WARM_UP_MS = 5000;

/** A page with a Kite in the air and live video of 1280x720 at 30 frames/s. */
export class FlownConsole implements AsyncDisposable {
  readonly client: KitestringClient;
  readonly page: Page;
  readonly picture: LivePicture;
  readonly #ended: AsyncDisposableStack;

  private constructor(client: KitestringClient, page: Page, ended: AsyncDisposableStack) {
    this.client = client;
    this.page = page;
    this.picture = new LivePicture(page);
    this.#ended = ended;
  }

  static async start(): Promise<FlownConsole> {
    await using cleanup = new AsyncDisposableStack();
    const env = {
      ...LIVE_VIDEO,
      KITESTRING_SIM_CAMERA_MODEL: 'Camera 1st Generation',
      KITESTRING_SIM_SPEED: String(FAST),
    };
    const tested = cleanup.use(await ConsoleUnderTest.start({ env }));
    const client = otherClient(tested.station.url);
    cleanup.defer(() => client.close({ giveBackToken: true }));
    await client.flight.takeOff();
    await flightIs(client, ({ flight_state }) => flight_state === 'Flying');
    await client.flight.setAltitude({ altitude: 10 });
    await flightIs(client, ({ is_changing_altitude }) => is_changing_altitude === false);
    await client.camera.rotateCameraToAngle({ pan_ned: 20, tilt_ned: 20 });
    await client.sim.setClock({ speed: 1 });
    const page = await tested.open();
    const flown = new FlownConsole(client, page, cleanup.move());
    await flown.picture.live();
    await page.waitForTimeout(WARM_UP_MS);
    return flown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ended.disposeAsync();
  }
}

async function flightIs(client: KitestringClient, isSo: (state: FlightState) => boolean): Promise<void> {
  await client.topic('flight/state').until(isSo, AbortSignal.timeout(WITHIN_MS));
}
