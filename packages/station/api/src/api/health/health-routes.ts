import { getHealth, getHealthV1, getVersions, UNHEALTHY } from '@kitestring/station-contract/health/operations.ts';
import { API_BASE, type ResultOf } from '@kitestring/station-contract/operation.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { API_VERSIONS, type ApiVersion, versionPrefix } from '@kitestring/station-contract/versions.ts';
import { type HandlerResult, openRoute, type Route } from '@kitestring/web/http';

interface HealthDeps {
  readonly isHealthy: () => boolean;
  readonly apiVersion: ApiVersion;
}

export function healthRoutes({ isHealthy, apiVersion }: HealthDeps): readonly Route[] {
  const health = (): HandlerResult =>
    isHealthy() ? ok({ status: 'OK', api_version: apiVersion }) : { status: 500, body: UNHEALTHY };
  return [
    openRoute(getHealth, health),
    openRoute(getHealthV1, health),
    openRoute(getVersions, () => ok(versionList(apiVersion))),
  ];
}

function versionList(served: ApiVersion): ResultOf<typeof getVersions> {
  const versions = [...API_VERSIONS].reverse().map((version) => {
    const basePath = `${API_BASE}${versionPrefix(version)}`;
    return {
      api_version: version,
      is_served: version === served,
      base_path: basePath,
      health_path: `${basePath}/health`,
    };
  });
  return { api_version: served, versions };
}
