import { getHealth, getHealthV1, UNHEALTHY } from '@kitestring/contract/health/operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import { type Outcome, openRoute, type Route } from '../../http/route.ts';

export interface HealthParts {
  readonly isHealthy: () => boolean;
  readonly apiVersion: string;
}

export function healthRoutes({ isHealthy, apiVersion }: HealthParts): readonly Route[] {
  const health = (): Outcome =>
    isHealthy() ? ok({ status: 'OK', api_version: apiVersion }) : { status: 500, body: UNHEALTHY };
  return [openRoute(getHealth, health), openRoute(getHealthV1, health)];
}
