import type { AuditEvent } from '@kitestring/station-store/audit/audit-log.ts';
import type { AuthorizeRequest, AuthorizeResponse } from '@kitestring/video-process/rtsp';

/** Audit entry of an RTSP login: address, stream and result. Never the credentials. */
export function rtspSignIn({ address, streamId }: AuthorizeRequest, answer: AuthorizeResponse): AuditEvent {
  const asked = { kind: 'SignIn', operation: 'rtsp.sign_in', address, target: streamId } as const;
  if (answer.kind === 'allowed') return { ...asked, outcome: 'Done', sessionId: answer.viewerId };
  return { ...asked, outcome: 'Refused', code: answer.kind === 'later' ? 'TOO_MANY_WRONG_KEYS' : 'INVALID_TOKEN' };
}
