import type { RequestContext } from '../rtsp-peer.ts';
import type { Header, RtspResponse } from '../rtsp-response.ts';
import type { RtspSession } from '../rtsp-session.ts';

const NOT_FOUND: RtspResponse = { status: 454 };

/** The session of a request, whose timeout restarts; 454 when there is none. */
export function namedSession(context: RequestContext): RtspSession | RtspResponse {
  const id = sessionId(context);
  const session = id === undefined ? undefined : findSession(context, id);
  return session ?? NOT_FOUND;
}

/** Like `namedSession`, but the session is optional. */
export function optionalSession(context: RequestContext): RtspSession | RtspResponse | undefined {
  const id = sessionId(context);
  if (id === undefined) return undefined;
  return findSession(context, id) ?? NOT_FOUND;
}

export const sessionHeader = ({ id }: RtspSession, { services }: RequestContext): Header => [
  'Session',
  `${id};timeout=${Math.floor(services.limits.sessionMs / 1000)}`,
];

const sessionId = ({ request }: RequestContext): string | undefined =>
  request.headers.get('session')?.split(';')[0]?.trim();

function findSession({ services, peer }: RequestContext, id: string): RtspSession | undefined {
  const session = services.sessions.find(id, peer.address, peer.isEncrypted);
  session?.touch();
  return session;
}
