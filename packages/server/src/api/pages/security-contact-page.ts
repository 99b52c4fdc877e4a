import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Answers } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';

const PATH = '/.well-known/security.txt';
const US_PER_DAY = 86_400_000_000;
/** Whoever has kept it asks again by then; RFC 9116 wants less than a year. */
const VALID_DAYS = 90;

/** To whom a hole in this station is reported (RFC 9116). Nothing where nobody has set a contact. @param realTime UTC */
export function securityContactPages(
  answers: Answers,
  contact: string | undefined,
  realTime: Pick<Clock, 'nowUs'>,
): readonly Page[] {
  if (contact === undefined) return [];
  const respond: Page['respond'] = (_request, reply) => {
    const expires = new Date((realTime.nowUs() + VALID_DAYS * US_PER_DAY) / 1000).toISOString();
    const body = Buffer.from(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en, de\n`);
    answers.send(reply, PATH, { status: 200, mediaType: 'text/plain; charset=utf-8', body });
  };
  return [{ path: PATH, respond }];
}
