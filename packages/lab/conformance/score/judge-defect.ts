import { type ApiVersion, NEWEST_API_VERSION, versionPrefix } from '@kitestring/station-contract/versions.ts';
import { type ConformOptions, conform } from '../src/conform.ts';
import type { CheckResult, ConformReport } from '../src/report/report.ts';
import type { Defect } from './defect.ts';
import { DefectProxy, type TlsPair } from './defect-proxy.ts';

export interface SeededStation {
  readonly url: string;
  readonly key: string;
  /** For changes of TLS, which the proxy terminates itself. */
  readonly tls: TlsPair;
}

export interface Judgement {
  readonly defect: Defect;
  /** Whether the named check has failed. */
  readonly isCaught: boolean;
  /** Ids of all failed checks. */
  readonly failed: readonly string[];
  /** Ids of skipped checks, for example on a slow machine. */
  readonly skipped: readonly string[];
}

/** Runs the checks through a defect. @param only substrings of ids, to select checks */
export async function judgeDefect(
  defect: Defect,
  station: SeededStation,
  only?: readonly string[],
): Promise<Judgement> {
  const { apiVersion, isLong = false, level } = defect;
  await using proxy = await DefectProxy.open(station.url, defect.make(), {
    base: base(apiVersion),
    tls: station.tls,
  });
  const { results } = await check({ url: proxy.url, key: station.key, level, isLong, ...(only && { only }) });
  const ids = (wanted: CheckResult['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  const failed = ids('failed');
  return { defect, isCaught: failed.includes(defect.caughtBy), failed, skipped: ids('skipped') };
}

/** Runs the checks through the proxy without a defect: failures then are not caused by defects. */
export async function failedWithoutDefect(
  station: SeededStation,
  { apiVersion, isLong = false, level }: Pick<Defect, 'apiVersion' | 'isLong' | 'level'>,
  only?: readonly string[],
): Promise<readonly string[]> {
  await using proxy = await DefectProxy.open(station.url, {}, { base: base(apiVersion) });
  const { results } = await check({ url: proxy.url, key: station.key, level, isLong, ...(only && { only }) });
  return results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ id, failures }) => `${id}: ${failures[0]?.message}`);
}

const base = (version: ApiVersion = NEWEST_API_VERSION): string => `/api${versionPrefix(version)}/`;

const check = (options: ConformOptions): Promise<ConformReport> =>
  conform({ ...options, confirmFlight: async () => true });
