import { HUB_PAGE } from '@kitestring/hub-page/build/page-folder.ts';
import { PageBuild } from '@kitestring/web/pages/page-build.ts';
import type { HubKeys } from '../identity/hub-keys.ts';
import { ConsolePages } from '../proxy/console-pages.ts';
import { StationTokens } from '../proxy/station-tokens.ts';
import { type HubApi, makeHubApi } from './hub-api.ts';
import type { HubServices } from './hub-services.ts';

interface OpenHubApiDeps extends HubServices {
  readonly hubKeys: Pick<HubKeys, 'stationTokens'>;
}

interface OpenHubApi {
  readonly api: HubApi;
  readonly page: PageBuild;
}

/** The API with the page of the hub and the consoles of its stations. The page is built when the caller begins it. */
export async function openHubApi(
  { hubKeys: { stationTokens: secret }, ...parts }: OpenHubApiDeps,
  cleanup: AsyncDisposableStack,
): Promise<OpenHubApi> {
  const { database, log, nowMs, realTimeClock } = parts.base;
  const { keys } = parts.registry;
  const { rights } = parts.people;
  const { presence } = parts.fleet;
  const tokens = await StationTokens.open({ database, keys, presence, rights, secret, realTimeClock, nowMs, log });
  cleanup.defer(() => tokens.stop());
  const page = new PageBuild(HUB_PAGE, log);
  cleanup.defer(() => page.stop());
  const consolePages = new ConsolePages(log);
  cleanup.defer(() => consolePages.stop());
  const api = makeHubApi(parts, { tokens, page, consolePages });
  cleanup.defer(() => api.stop());
  return { api, page };
}
