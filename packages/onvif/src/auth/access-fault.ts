import type { OnvifReply } from '../reply.ts';
import { SoapFault } from '../soap/soap-fault.ts';
import type { AccessOutcome } from './access-check.ts';
import type { HttpDigest } from './http-digest.ts';

const ACCESS_REASONS = {
  refused: 'user name and password of a camera user are needed',
  later: 'too many wrong passwords: try again later',
  busy: 'too many sign-ins at once: try again later',
} as const satisfies Record<Exclude<AccessOutcome['kind'], 'granted'>, string>;

/** Missing, wrong, old or delayed credentials: with challenges, and a SOAP fault as the body, which clients need to tell why. */
export class AccessFault extends SoapFault {
  readonly headers: Pick<OnvifReply, 'challenges' | 'retryAfterS'>;

  constructor(outcome: Exclude<AccessOutcome, { kind: 'granted' }>, digest: HttpDigest) {
    const isRefused = outcome.kind === 'refused';
    super('Sender', 'NotAuthorized', ACCESS_REASONS[outcome.kind], { status: isRefused ? 401 : 503 });
    this.headers = isRefused ? { challenges: digest.challenges(outcome.isStale) } : { retryAfterS: outcome.waitS };
  }
}
