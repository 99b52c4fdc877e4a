import type { RequestContext } from '../rtsp-peer.ts';
import type { RtspResponse } from '../rtsp-response.ts';
import { optionalSession, sessionHeader } from './named-session.ts';

/** GET_PARAMETER and SET_PARAMETER: without a body a keep-alive; there are no parameters. */
export function parameters(context: RequestContext): RtspResponse {
  const session = optionalSession(context);
  if (session !== undefined && 'status' in session) return session;
  const headers = session === undefined ? [] : [sessionHeader(session, context)];
  return { status: context.request.body.trim() === '' ? 200 : 451, headers };
}
