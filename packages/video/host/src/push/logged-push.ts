import type { NewVideoPush } from '@kitestring/station-contract/station/push.ts';
import { shownPushAddress } from '@kitestring/video-process/push';

/** A push as logs may have it: the audit log is never erased, and a viewer reads the log of a flight. */
export const loggedPush = ({ address, ...rest }: NewVideoPush): NewVideoPush => ({
  ...rest,
  address: shownPushAddress(address),
});
