import type { Clock } from '@kitestring/base/clock.ts';
import { ENROLMENT_PATHS, type EnrolmentRefusal } from '@kitestring/hub-contract/enrolment.ts';
import { type Operation, operation } from '@kitestring/station-contract/operation.ts';
import { openRoute, type Route } from '@kitestring/web/http';
import { AddressQuotas, type TrustedProxies } from '@kitestring/web/limits';
import Type from 'typebox';
import { isRefusal, type StationEnrolment } from '../identity/station-enrolment.ts';

/** For refused attempts and challenges. A code cannot be guessed (128 bits); the limit keeps the log readable and the cost of signatures low. */
const PER_ADDRESS = { perS: 10 / 60, burst: 10 };

const STATUS: Readonly<Record<EnrolmentRefusal['error'], number>> = {
  MALFORMED: 400,
  CODE_NOT_VALID: 403,
  BAD_SIGNATURE: 403,
  STATION_REVOKED: 403,
  UNKNOWN_STATION: 404,
  TOO_MANY_ATTEMPTS: 429,
};

/** The messages of enrolment have their own schemas and refusals, because a station reads them, not a person. */
const enrolmentOperation = (id: string, path: string): Operation =>
  operation({
    base: '',
    id,
    method: 'POST',
    path,
    access: 'open',
    summary: 'Enrolment of stations',
    description: 'Between station and hub.',
    body: Type.Object({}),
    unknownProperties: 'ignore',
    replies: { 200: Type.Object({}) },
    errors: [],
  });

interface EnrolmentRouteDeps {
  readonly enrolment: StationEnrolment;
  readonly realTimeClock: Clock;
  readonly proxies: TrustedProxies;
}

export function enrolmentRoutes({ enrolment, proxies, realTimeClock }: EnrolmentRouteDeps): readonly Route[] {
  const quotas = new AddressQuotas('enrolments', PER_ADDRESS);
  const limited = (id: string, path: string, answer: Answer, isCounted: (body: object) => boolean): Route =>
    openRoute(enrolmentOperation(id, path), async ({ body, exchange }) => {
      const nowUs = realTimeClock.nowUs();
      const quota = quotas.of(exchange.clientAddress, nowUs);
      if (!quota.take(nowUs)) return answerOf(tooMany(quota.waitS(nowUs)));
      const host = proxies.host(exchange.request) ?? '';
      const given = await answer(body, { host, address: exchange.clientAddress });
      if (!isCounted(given)) quota.giveBack();
      return answerOf(given);
    });
  return [
    // A valid code is an invitation: a whole fleet may enrol from one address.
    limited('enrolment.enrol', ENROLMENT_PATHS.enrol, (body, caller) => enrolment.enrol(body, caller), isRefusal),
    limited(
      'enrolment.challenge',
      ENROLMENT_PATHS.challenge,
      (body) => enrolment.challenge(body),
      () => true,
    ),
    limited(
      'enrolment.renew',
      ENROLMENT_PATHS.renew,
      (body) => enrolment.renewByChallenge(body),
      () => true,
    ),
  ];
}

type Answer = (body: unknown, caller: { host: string; address: string | undefined }) => object | Promise<object>;

const answerOf = (body: object) => ({ status: isRefusal(body) ? STATUS[body.error] : 200, body });

const tooMany = (waitS: number): EnrolmentRefusal => ({
  v: 1,
  error: 'TOO_MANY_ATTEMPTS',
  message: `too many attempts from this address; try again in ${waitS} s`,
});
