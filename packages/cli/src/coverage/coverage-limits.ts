import {
  COVERAGE_FINDING_NAMES,
  COVERAGE_KINDS,
  type CoverageFindingName,
  type CoverageKind,
} from '@kitestring/station-contract/sim/coverage-findings.ts';
import { coverageShares } from '@kitestring/station-contract/sim/coverage-shares.ts';
import type { Coverage } from '@kitestring/station-contract/sim/journal.ts';

/** Something of which a share can be required: the operations, or another kind. */
interface Limited {
  readonly kind: CoverageKind | 'operations';
  readonly flag: string;
  readonly text: string;
}

/** Everything of which a share can be required, in the order of reports. */
export const LIMITED: readonly Limited[] = [
  { kind: 'operations', flag: 'min-operations', text: 'the published operations' },
  ...(Object.entries(COVERAGE_KINDS) as [CoverageKind, string][]).map(([kind, text]) => ({
    kind,
    flag: `min-${kind.replaceAll('_', '-')}`,
    text,
  })),
];

type Share = ReturnType<typeof coverageShares>[number];

export const percent = ({ met, total }: Pick<Share, 'met' | 'total'>): number =>
  total === 0 ? 100 : (100 * met) / total;

/** Limits as given, by kind in percent, and the findings that fail. */
export interface CoverageLimits {
  readonly percents: ReadonlyMap<Limited['kind'], number>;
  readonly failOn: readonly CoverageFindingName[];
}

/** One limit, and whether it is kept. */
export interface JudgedLimit {
  /** As it was given: `--min-operations 80`. */
  readonly limit: string;
  readonly isKept: boolean;
  readonly text: string;
}

export function judgedLimits(coverage: Coverage, limits: CoverageLimits): readonly JudgedLimit[] {
  const { failOn, percents } = limits;
  const shares = coverageShares(coverage);
  return [
    ...judgedRequests(coverage, limits),
    ...LIMITED.flatMap(({ flag, kind }) => {
      const wanted = percents.get(kind);
      const share = shares.find((one) => one.kind === kind);
      if (wanted === undefined || share === undefined) return [];
      const isKept = share.total > 0 && percent(share) >= wanted;
      return [{ limit: `--${flag} ${wanted}`, isKept, text: `${shareText(share)}, at least ${wanted} % are required` }];
    }),
    ...failOn.map((name) => {
      const found = coverage.findings.filter(({ finding }) => finding === name);
      const count = found.reduce((sum, { count: own }) => sum + own, 0);
      return {
        limit: `--fail-on ${name}`,
        isKept: count === 0,
        text: `${name}: ${count === 0 ? 'none' : `${count} times`}`,
      };
    }),
  ];
}

/** Operations of a client that has not used anything yet: `kitestring coverage` itself sends these. */
const OF_BEGINNING = /^(auth\.token|health)\./;

/** Without a request nothing can be found: no limit would fail. A client that is named must have sent one in any case. */
function judgedRequests(
  { client, clients, operations, since }: Coverage,
  { failOn, percents }: CoverageLimits,
): readonly JudgedLimit[] {
  if (client === undefined && failOn.length === 0 && percents.size === 0) return [];
  const used = operations.filter(({ operation }) => !OF_BEGINNING.test(operation));
  const requests = used.reduce((sum, { requests: own }) => sum + own, 0);
  const others = clients.map(({ name }) => name).join(', ') || 'none';
  return [
    {
      limit: client === undefined ? 'requests' : `--client ${client}`,
      isKept: requests > 0,
      text:
        requests > 0
          ? `${requests} requests`
          : `no request of ${client ?? 'any client'} since ${since.name}: nothing to judge; clients: ${others}`,
    },
  ];
}

const shareText = (share: Share): string =>
  `${share.kind.replaceAll('_', ' ')}: ${share.met} of ${share.total}, ${percent(share).toFixed(1)} %`;

export const isFindingName = (text: string): text is CoverageFindingName =>
  COVERAGE_FINDING_NAMES.some((name) => name === text);
