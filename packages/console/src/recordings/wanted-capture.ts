import { onePer, Store } from '@kitestring/kit/store.ts';
import { openDrawer } from '../shell/route.ts';
import type { StationLink } from '../station/station-link.ts';

/** The capture that the list is to show. */
class WantedStore extends Store<string | undefined> {
  constructor() {
    super(undefined);
  }

  readonly want = (captureId: string | undefined): void => this.become(captureId);
}

export const wantedOf = onePer((_: StationLink) => new WantedStore());

/** Opens the list with this capture alone in it. */
export function openCapture(link: StationLink, captureId: string): void {
  wantedOf(link).want(captureId);
  openDrawer('recordings');
}
