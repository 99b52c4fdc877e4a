import type { IncomingMessage } from 'node:http';
import { fullPath } from '@kitestring/station-contract/operation.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import {
  endWhep,
  getVideoClock,
  VIDEO_OPERATIONS,
  watchByMse,
  watchByWhep,
} from '@kitestring/station-contract/video/operations.ts';
import type { BrowserVideo } from '@kitestring/video-host/browser/browser-video.ts';
import { type CallerInput, type HandlerResult, type Route, route } from '@kitestring/web/http';
import type { WebSocketUpgrade } from '@kitestring/web/subscriptions';

/** A viewer that leaves makes room; seconds. */
const RETRY_LATER = ['Retry-After', '5'];

const noVideo = () => refuse('VIDEO_UNAVAILABLE.noSource');

/** Video for browsers. @param video absent on a station without video: clients see the same as with a broken source */
export function browserVideoRoutes(upgrade: WebSocketUpgrade, video?: BrowserVideo): readonly Route[] {
  if (video === undefined) return VIDEO_OPERATIONS.map((operation) => route(operation, noVideo));
  return [
    route(watchByWhep, async ({ body, caller, params: { stream_id: id }, exchange }) => {
      const taken = await video.offer(caller, id, body, localAddress(exchange.request));
      if (!taken.ok) return taken.refusal.code === 'TOO_MANY_CONNECTIONS' ? { ...taken, headers: RETRY_LATER } : taken;
      return whepAnswer(`${fullPath(watchByWhep).replace('{stream_id}', id)}`, taken.value);
    }),
    route(endWhep, async ({ caller, params }) => {
      const ended = await video.endPeer(caller, params.peer_id);
      return ended.ok ? { status: 200 } : ended;
    }),
    route(watchByMse, (call) => watch(video, upgrade, call.params.stream_id, call)),
    route(getVideoClock, ({ params }) => video.clock(params.stream_id)),
  ];
}

const whepAnswer = (path: string, { peerId, sdp }: { peerId: string; sdp: string }): HandlerResult => ({
  status: 201,
  bytes: Buffer.from(sdp),
  mediaType: 'application/sdp',
  cacheControl: 'no-store',
  headers: ['Location', `${path}/${peerId}`],
});

function watch(
  video: BrowserVideo,
  upgrade: WebSocketUpgrade,
  streamId: string,
  call: Omit<CallerInput, 'params'>,
): HandlerResult {
  const ready = video.check(streamId);
  if (!ready.ok) return ready;
  return upgrade.open(call, { operation: watchByMse, naming: 'nameless' }, (connection) =>
    video.watch(streamId, connection),
  );
}

/** Local address of the connection; IPv4 in its own notation. */
const localAddress = ({ socket }: IncomingMessage): string =>
  (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '').replace(/%.*$/, '');
