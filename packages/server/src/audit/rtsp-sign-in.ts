import type { AuthorizeAnswer, AuthorizeQuestion } from '@kitestring/media/rtsp/ports.ts';
import type { AuditEvent } from './audit-log.ts';

/** What was asked with which right to watch, and what was answered. Never what was shown as proof. */
export function rtspSignIn({ address, streamId }: AuthorizeQuestion, answer: AuthorizeAnswer): AuditEvent {
  const asked = { kind: 'SignIn', operation: 'rtsp.sign_in', address, target: streamId } as const;
  if (answer.kind === 'allowed') return { ...asked, outcome: 'Done', sessionId: answer.viewerId };
  return { ...asked, outcome: 'Refused', code: answer.kind === 'later' ? 'TOO_MANY_WRONG_KEYS' : 'INVALID_TOKEN' };
}
