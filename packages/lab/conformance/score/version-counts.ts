import { API_VERSIONS, type ApiVersion } from '@kitestring/station-contract/versions.ts';
import { apiOf } from '../src/api-version.ts';
import { isWithin, LEVELS, type Level } from '../src/check.ts';
import { allChecks } from '../src/checks/all-checks.ts';
import { conform } from '../src/conform.ts';
import { totals } from '../src/report/report.ts';
import { checkedStation, TEST_KEY } from '../test/support/checked-station.ts';

/** Number of checks and assertions of a version. */
export interface VersionCounts {
  readonly version: ApiVersion;
  /** Checks of a run at each level, lower levels included. */
  readonly checks: Readonly<Record<Level, number>>;
  /**
   * Assertions of a run with a flight on a Kitestring station without video, rounded down: a few depend on the
   * station's state.
   */
  readonly assertions: number;
}

/** Margin between counted and published assertions. */
const SPARE = 50;

/** Flags of the station used for counting assertions. */
export const COUNTED_ON = { 'sim-speed': '20', 'video-enabled': 'false' } as const;

export const checksIn = (version: ApiVersion): VersionCounts['checks'] => {
  const checks = allChecks(apiOf(version));
  const upTo = (allowed: Level) => checks.filter(({ level }) => isWithin(level, allowed)).length;
  return Object.fromEntries(LEVELS.map((level) => [level, upTo(level)])) as VersionCounts['checks'];
};

/** Runs all checks on a station of each version and counts. */
export async function countVersions(): Promise<readonly VersionCounts[]> {
  const counts: VersionCounts[] = [];
  for (const version of API_VERSIONS.toReversed()) {
    await using station = await checkedStation({ ...COUNTED_ON, 'api-version': version });
    const options = { url: station.url, key: TEST_KEY, level: 'flight', confirmFlight: async () => true } as const;
    const { assertions } = totals((await conform(options)).results);
    counts.push({ version, checks: checksIn(version), assertions: Math.floor((assertions - SPARE) / 100) * 100 });
  }
  return counts;
}

export const countsTable = (counts: readonly VersionCounts[]): readonly string[] => [
  '| API | checks, read-only | with control | with a flight | single assertions of a run with a flight, at least |',
  '| --- | --- | --- | --- | --- |',
  ...counts.map(
    ({ assertions, checks: { control, flight, read }, version }) =>
      `| ${version} | ${read} | ${control} | ${flight} | ${assertions} |`,
  ),
];

export const storedCounts = (page: string): VersionCounts[] =>
  [...page.matchAll(/^\| (\d\.\d\.\d) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, version, read, control, flight, assertions]) => ({
      version: version as ApiVersion,
      checks: { read: Number(read), control: Number(control), flight: Number(flight) },
      assertions: Number(assertions),
    }),
  );
