import { isLoopback } from '@kitestring/base/client-address.ts';
import { refusal } from '@kitestring/contract/refusal.ts';
import type { MetricsAccess } from '@kitestring/settings/server-settings.ts';
import type { AccessCheck } from '../../http/access-check.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { RefusalAnswer } from '../../http/route.ts';

const OFF: RefusalAnswer = {
  refusal: refusal('NOT_FOUND.metricsOff'),
};

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
