import {
  getSnapshot,
  getVideoStreamState,
  listVideoStreams,
  setPalette,
  setZoom,
} from '@kitestring/contract/videostreams/operations.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';

const noVideo = () => refuse('VIDEO_UNAVAILABLE', 'this station has no video source');

/** Checked like every request, and then answered that there is no video: clients see the same as with a broken source. */
export const videoRoutes = (): readonly Route[] => [
  route(listVideoStreams, noVideo),
  route(getVideoStreamState, noVideo),
  route(setZoom, noVideo),
  route(setPalette, noVideo),
  route(getSnapshot, noVideo),
];
