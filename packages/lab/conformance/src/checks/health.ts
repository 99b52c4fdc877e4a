import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, published } from '../check.ts';

/** Above any limit of unauthenticated requests. */
const MANY = 130;

/** Health, which is open to all. */
export const healthChecks = (api: CheckedApi): ContractCheck[] =>
  api.operations
    .filter(({ id }) => id === 'health.get' || id === 'v1.health')
    .flatMap((op): ContractCheck[] => [
      {
        id: `${op.id}.needs-no-token`,
        sentence: `GET ${op.path} needs no token and says status OK and the version of the API.`,
        source: published(`GET ${op.path}, 200`),
        level: 'read',
        run: async (expect, station) => {
          const answer = await station.ask(op, { as: 'nobody' });
          expect.equal(answer.status, 200, 'status', answer.exchange);
          expect.equal(answer.object.status, 'OK', 'status in the body', answer.exchange);
          expect.equal(answer.object.api_version, station.reportedVersion, 'api_version', answer.exchange);
        },
      },
      {
        id: `${op.id}.is-not-limited`,
        sentence: `GET ${op.path} is never limited.`,
        source: decided('Tokens'),
        level: 'read',
        run: async (expect, station) => {
          const asked = Array.from({ length: MANY }, () => station.ask(op, { as: 'nobody', isLimitTest: true }));
          const limited = (await Promise.all(asked)).find(({ status }) => status !== 200);
          expect.equal(
            limited?.status,
            undefined,
            `a status other than 200 among ${MANY} requests at once`,
            limited?.exchange,
          );
        },
      },
    ]);
