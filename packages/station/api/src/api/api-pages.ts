import { hasConsole } from '@kitestring/station-contract/versions.ts';
import type { Answers, Page } from '@kitestring/web/http';
import type { TrustedProxies } from '@kitestring/web/limits';
import type { ServedVersion } from '../versions/served-version.ts';
import type { ApiDeps } from './make-api.ts';
import { consolePages, noConsolePage } from './pages/console-pages.ts';
import { discoveryPage } from './pages/discovery-page.ts';
import { documentPages } from './pages/document-pages.ts';
import { probePages } from './pages/probe-pages.ts';
import { securityContactPages } from './pages/security-contact-page.ts';

type PageDeps = Pick<ApiDeps, 'base' | 'content' | 'lab' | 'status'>;

/** Pages beside the operations. */
export function makePages(
  deps: PageDeps,
  version: ServedVersion,
  {
    answers,
    metrics,
    proxies,
  }: { readonly answers: Answers; readonly metrics: Page; readonly proxies: TrustedProxies },
): readonly Page[] {
  const { settings, systemClock } = deps.base;
  const { isReplay = false } = deps.content;
  const { isAlive = () => true, isHealthy } = deps.status;
  const page = pagesOfConsole(deps, answers);
  const isSimulated = deps.lab !== undefined;
  return [
    discoveryPage(answers, proxies, version.tokenPath),
    ...documentPages(answers, {
      apiVersion: settings.apiVersion,
      isReplay,
      isSimulated,
      isAtRoot: page.length === 0,
      proxies,
    }),
    ...probePages(answers, { isAlive, isHealthy }),
    ...securityContactPages(answers, settings.securityContact, systemClock),
    ...page,
    metrics,
  ];
}

function pagesOfConsole({ base: { settings }, content }: PageDeps, answers: Answers): readonly Page[] {
  const { console: build, isReplay = false, station } = content;
  if (build === undefined || settings.console === undefined) return [];
  if (!hasConsole(settings.apiVersion)) return [noConsolePage(answers, settings.apiVersion)];
  const { flight, gsName: stationName, handoff, softwareVersion: version, wind } = settings.station;
  const limits = {
    altitude_max_without_gps_m: flight.altitudeMaxWithoutGpsM,
    gps_accuracy_max_m: flight.gpsAccuracyMaxM,
    drift_warn_m: wind.warnDriftM,
    drift_max_m: wind.reduceDriftM,
    base_height_m: flight.baseHeightM,
    control_lease_s: handoff.leaseS,
  };
  const isSimulated = station.aircraft.identity.simulated && !isReplay;
  const hasAccounts = () => station.auth.accounts.list().some(({ enabled }) => enabled);
  const apiVersion = settings.apiVersion;
  const facts = { apiVersion, stationName, isSimulated, isReplay, version, limits, hasAccounts };
  return consolePages(answers, { build, settings: settings.console, ...facts });
}
