import { type ConformOptions, conform } from '../src/conform.ts';
import type { ConformReport } from '../src/report/report.ts';
import type { Defect } from './defect.ts';
import { DefectProxy, type TlsPair } from './defect-proxy.ts';

export interface SeededStation {
  readonly url: string;
  readonly key: string;
  /** For changes of TLS, which the proxy has to speak itself. */
  readonly tls: TlsPair;
}

export interface Judgement {
  readonly defect: Defect;
  /** Whether the check that is named for it has failed. */
  readonly isCaught: boolean;
  /** Ids of all checks that have failed. */
  readonly failed: readonly string[];
}

/** Puts a defect between kit and station and checks. @param only parts of ids, where not everything is to be checked */
export async function judgeDefect(
  defect: Defect,
  station: SeededStation,
  only?: readonly string[],
): Promise<Judgement> {
  await using proxy = await DefectProxy.open(station.url, defect.make(), station.tls);
  const { results } = await check({ url: proxy.url, key: station.key, level: defect.level, ...(only && { only }) });
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  return { defect, isCaught: failed.includes(defect.caughtBy), failed };
}

/** Checks through the same way without a defect: what fails then says nothing about defects. */
export async function failedWithoutDefect(
  station: SeededStation,
  level: Defect['level'],
  only?: readonly string[],
): Promise<readonly string[]> {
  await using proxy = await DefectProxy.open(station.url, {});
  const { results } = await check({ url: proxy.url, key: station.key, level, ...(only && { only }) });
  return results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ id, failures }) => `${id}: ${failures[0]?.message}`);
}

const check = (options: ConformOptions): Promise<ConformReport> =>
  conform({ ...options, confirmFlight: async () => true });
