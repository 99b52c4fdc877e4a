import { isLoopback } from '@kitestring/base/client-address.ts';
import { refusal } from '@kitestring/station-contract/refusal.ts';
import type { AccessCheck } from '../http/access-check.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RefusalAnswer } from '../http/route.ts';

const OFF: RefusalAnswer = {
  refusal: refusal('NOT_FOUND.metricsOff'),
};

/** Who may read the metrics: this machine without a token and others with one, any with a token, or none. */
export type MetricsAccess = 'local' | 'token' | 'off';

/** Why a request may not read the metrics; undefined when it may. */
export function metricsFailure(
  access: MetricsAccess,
  check: AccessCheck,
  exchange: Exchange,
): RefusalAnswer | undefined {
  if (access === 'off') return OFF;
  if (access === 'local' && isLoopback(exchange.clientAddress)) return undefined;
  return check.failureOfReader(exchange);
}
