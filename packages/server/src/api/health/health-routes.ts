import { getHealth, getHealthV1, UNHEALTHY } from '@kitestring/contract/health/operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import { type HandlerResult, openRoute, type Route } from '../../http/route.ts';

interface HealthDeps {
  readonly isHealthy: () => boolean;
  readonly apiVersion: string;
}

export function healthRoutes({ isHealthy, apiVersion }: HealthDeps): readonly Route[] {
  const health = (): HandlerResult =>
    isHealthy() ? ok({ status: 'OK', api_version: apiVersion }) : { status: 500, body: UNHEALTHY };
  return [openRoute(getHealth, health), openRoute(getHealthV1, health)];
}
