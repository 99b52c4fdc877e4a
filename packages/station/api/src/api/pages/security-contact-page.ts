import type { Clock } from '@kitestring/base/clock.ts';
import type { Answers, Page } from '@kitestring/web/http';

const PATH = '/.well-known/security.txt';
const US_PER_DAY = 86_400_000_000;
/** Expiry of the file; RFC 9116 requires less than a year. */
const VALID_DAYS = 90;

/**
 * `security.txt`: contact for vulnerability reports (RFC 9116). Empty without a configured contact. @param
 * realTimeClock UTC
 */
export function securityContactPages(
  answers: Answers,
  contact: string | undefined,
  realTimeClock: Pick<Clock, 'nowUs'>,
): readonly Page[] {
  if (contact === undefined) return [];
  const respond: Page['respond'] = (exchange) => {
    const expires = new Date((realTimeClock.nowUs() + VALID_DAYS * US_PER_DAY) / 1000).toISOString();
    const body = Buffer.from(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en, de\n`);
    answers.send(exchange, PATH, { status: 200, mediaType: 'text/plain; charset=utf-8', body });
  };
  return [{ path: PATH, respond }];
}
