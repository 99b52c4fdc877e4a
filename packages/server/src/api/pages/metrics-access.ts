import { isLoopback } from '@kitestring/media/rtsp/client-address.ts';
import type { FastifyRequest } from 'fastify';
import type { Gate } from '../../http/gate.ts';
import type { Failure } from '../../http/route.ts';

/** Who may read the metrics: this machine without a token, whoever has a token, or nobody. */
export const METRICS_ACCESS = ['local', 'token', 'off'] as const;
export type MetricsAccess = (typeof METRICS_ACCESS)[number];

const OFF: Failure = { refusal: { code: 'NOT_FOUND', message: 'there is nothing at /metrics: metrics.access is off' } };

/** Why a request may not read them; undefined where it may. */
export function metricsFailure(access: MetricsAccess, gate: Gate, request: FastifyRequest): Failure | undefined {
  if (access === 'off') return OFF;
  if (access === 'local' && isLoopback(request.clientAddress)) return undefined;
  return gate.failureOfReader(request);
}
