import type { IncomingMessage } from 'node:http';
import { fullPathOf } from '@kitestring/contract/operation.ts';
import {
  endWhep,
  getVideoClock,
  VIDEO_OPERATIONS,
  watchByMse,
  watchByWhep,
} from '@kitestring/contract/video/operations.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import { type CallerCall, type Outcome, type Route, route, TAKEN_OVER } from '../../http/route.ts';
import type { WebSocketDoor } from '../../subscriptions/web-socket-door.ts';
import type { BrowserVideo } from '../../video/browser/browser-video.ts';

/** A viewer that leaves makes room; seconds. */
const RETRY_LATER = ['Retry-After', '5'];

const noVideo = () => refuse('VIDEO_UNAVAILABLE', 'this station has no video source');

/** Video for browsers. @param video absent on a station without it: clients see the same as with a broken source */
export function browserVideoRoutes(door: WebSocketDoor, video?: BrowserVideo): readonly Route[] {
  if (video === undefined) return VIDEO_OPERATIONS.map((operation) => route(operation, noVideo));
  return [
    route(watchByWhep, async ({ body, caller, params: { stream_id: id }, request }) => {
      const taken = await video.offer(caller, id, body, localAddressOf(request.raw));
      if (!taken.ok) return taken.refusal.code === 'TOO_MANY_CONNECTIONS' ? { ...taken, headers: RETRY_LATER } : taken;
      return whepAnswer(`${fullPathOf(watchByWhep).replace('{stream_id}', id)}`, taken.value);
    }),
    route(endWhep, async ({ caller, params }) => {
      const ended = await video.hangUp(caller, params.peer_id);
      return ended.ok ? { status: 200 } : ended;
    }),
    route(watchByMse, (call) => watch(video, door, call.params.stream_id, call)),
    route(getVideoClock, ({ params }) => video.clock(params.stream_id)),
  ];
}

const whepAnswer = (path: string, { peerId, sdp }: { peerId: string; sdp: string }): Outcome => ({
  status: 201,
  bytes: Buffer.from(sdp),
  mediaType: 'application/sdp',
  cacheControl: 'no-store',
  headers: ['Location', `${path}/${peerId}`],
});

function watch(video: BrowserVideo, door: WebSocketDoor, streamId: string, call: Omit<CallerCall, 'params'>): Outcome {
  const ready = video.check(streamId);
  if (!ready.ok) return ready;
  const closed = door.refusalOf(call);
  if (closed !== undefined) return closed;
  door.open(call, 'nameless', (connection) => video.watch(streamId, connection));
  return TAKEN_OVER;
}

/** Of the station, as the browser has reached it; IPv4 is written as such. */
const localAddressOf = ({ socket }: IncomingMessage): string =>
  (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '').replace(/%.*$/, '');
