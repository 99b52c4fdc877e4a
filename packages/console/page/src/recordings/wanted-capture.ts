import { onePer, Store } from '@kitestring/console-ui/store.ts';
import { openDrawer } from '../shell/route.ts';
import type { StationLink } from '../station/station-link.ts';

/** The capture to show in the list. */
class WantedStore extends Store<string | undefined> {
  constructor() {
    super(undefined);
  }

  readonly want = (captureId: string | undefined): void => this.become(captureId);
}

export const wantedStore = onePer((_: StationLink) => new WantedStore());

/** Opens the list with only this capture. */
export function openCapture(link: StationLink, captureId: string): void {
  wantedStore(link).want(captureId);
  openDrawer('recordings');
}
