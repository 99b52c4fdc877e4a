import { describe } from './methods/describe.ts';
import { optionalSession } from './methods/named-session.ts';
import { parameters } from './methods/parameters.ts';
import { pause, play, tearDown } from './methods/playback.ts';
import { setUp } from './methods/set-up.ts';
import type { RequestContext, RtspMethod } from './rtsp-peer.ts';
import type { RtspResponse } from './rtsp-response.ts';

/* A Map, because `constructor` must not match a method. */
const METHODS: ReadonlyMap<string, RtspMethod> = new Map<string, RtspMethod>([
  ['OPTIONS', options],
  ['DESCRIBE', describe],
  ['SETUP', setUp],
  ['PLAY', play],
  ['PAUSE', pause],
  ['TEARDOWN', tearDown],
  ['GET_PARAMETER', parameters],
  ['SET_PARAMETER', parameters],
]);

/** Methods of RFC 2326 that do not apply to a live stream. */
const NOT_ALLOWED: ReadonlySet<string> = new Set(['ANNOUNCE', 'RECORD', 'REDIRECT']);

/** Answers a request with a valid sequence number. */
export async function answerRequest(context: RequestContext): Promise<RtspResponse> {
  const { method, headers } = context.request;
  const required = headers.get('require');
  if (required !== undefined) return { status: 551, headers: [['Unsupported', required]] };
  const answer = METHODS.get(method);
  if (answer !== undefined) return answer(context);
  return NOT_ALLOWED.has(method) ? { status: 405, headers: [['Allow', methodNames()]] } : { status: 501 };
}

function options(context: RequestContext): RtspResponse {
  const session = optionalSession(context);
  if (session !== undefined && 'status' in session) return session;
  return { status: 200, headers: [['Public', methodNames()]] };
}

const methodNames = () => [...METHODS.keys()].join(', ');
