import { accepted, ok, refuse } from '@kitestring/station-contract/refusal.ts';
import { getPictureDisplay, setPictureDisplay } from '@kitestring/station-contract/station/display-operations.ts';
import {
  addPrivacyMask,
  listPrivacyMasks,
  removePrivacyMask,
} from '@kitestring/station-contract/station/privacy-mask-operations.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { type Route, route } from '@kitestring/web/http';

export interface BurntInRouteDeps {
  /** Absent on a station without streams. */
  readonly video?: Pick<Video, 'burntIn'> | undefined;
}

const NO_STREAMS = refuse('VIDEO_UNAVAILABLE.noStreams');

/** Privacy masks, and the on-screen display. */
export const burntInRoutes = ({ video }: BurntInRouteDeps): readonly Route[] => [
  route(listPrivacyMasks, () => ok(video?.burntIn.masks.list() ?? { masks: [], withheld: [] })),
  route(addPrivacyMask, ({ body, caller }) => video?.burntIn.masks.add(caller, body) ?? NO_STREAMS),
  route(removePrivacyMask, ({ caller, params }) => video?.burntIn.masks.remove(caller, params.mask_id) ?? accepted),
  route(getPictureDisplay, () => ok(video?.burntIn.texts.value ?? { blocks: [] })),
  route(setPictureDisplay, ({ body }) => video?.burntIn.texts.set(body) ?? NO_STREAMS),
];
