import type { AccessUnit } from '../../access-unit.ts';
import { wireTime } from '../../rtp/rtp-stream.ts';
import type { RequestContext } from '../rtsp-peer.ts';
import type { RtspResponse } from '../rtsp-response.ts';
import type { RtspSession } from '../rtsp-session.ts';
import { readTarget } from '../rtsp-target.ts';
import { namedSession, sessionHeader } from './named-session.ts';

/** A live stream ignores the requested range, but an invalid one is refused. */
const RANGE = /^(npt|clock|smpte(-[\w-]+)?)=[\w.:+-]*(;time=[\w.:]+)?$/i;

export async function play(context: RequestContext): Promise<RtspResponse> {
  const session = matchingSession(context);
  if ('status' in session) return session;
  if (!RANGE.test(context.request.headers.get('range') ?? 'npt=now-')) return { status: 457 };
  // RFC 2326 section 10.5 queues it; a live stream has no queue.
  if (session.state === 'playing') return { status: 200, headers: [sessionHeader(session, context)] };
  const first = await session.play();
  if (session.state === 'ended') return { status: 454 };
  return {
    status: 200,
    headers: [sessionHeader(session, context), ['Range', 'npt=now-'], ['RTP-Info', rtpInfo(context, session, first)]],
    onSent: () => {
      session.release();
      const { address } = context.peer;
      context.services.log.info({ stream: session.source.id, address }, 'RTSP session plays');
    },
  };
}

export function pause(context: RequestContext): RtspResponse {
  const session = matchingSession(context);
  if ('status' in session) return session;
  const headers = [sessionHeader(session, context)];
  if (session.state !== 'playing') return { status: 455, headers };
  session.pause();
  return { status: 200, headers };
}

export function tearDown(context: RequestContext): RtspResponse {
  const session = matchingSession(context);
  if ('status' in session) return session;
  session.end('the client has left');
  return { status: 200 };
}

/** Sequence number and time of the first packet, so that a client can separate it from earlier ones. */
function rtpInfo(context: RequestContext, session: RtspSession, first: AccessUnit | undefined): string {
  const target = readTarget(context.request.url, context.peer.streamId);
  const base = typeof target === 'object' ? target.baseUrl : '';
  const time = first === undefined ? '' : `;rtptime=${wireTime(first)}`;
  return [...session.tracks]
    .map(([id, track]) => `url=${base}trackID=${id};seq=${track.nextSequence}${time}`)
    .join(',');
}

/** The session of a request, if it belongs to the stream in the address. */
function matchingSession(context: RequestContext): RtspSession | RtspResponse {
  const target = readTarget(context.request.url, context.peer.streamId);
  if (target === 'malformed') return { status: 400 };
  if (target === undefined) return { status: 404 };
  const session = namedSession(context);
  if ('status' in session) return session;
  return session.path === target.streamId ? session : { status: 454 };
}
