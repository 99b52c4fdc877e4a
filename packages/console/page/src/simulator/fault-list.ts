import type { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import type { StationTranslator } from '../words/station-texts.ts';

/** Maximum number of ended faults shown. */
const OVER_MAX = 5;
const ORDER: Readonly<Record<FaultState['status'], number>> = {
  active: 0,
  scheduled: 1,
  impossible: 2,
  expired: 3,
  cleared: 3,
};

/** Active faults first, then scheduled ones, then the latest ended ones. */
export function shownFaults(faults: readonly FaultState[]): FaultState[] {
  const isOver = ({ status }: FaultState) => ORDER[status] >= 2;
  const now = faults.filter((fault) => !isOver(fault)).toSorted((a, b) => ORDER[a.status] - ORDER[b.status]);
  return [...now, ...faults.filter(isOver).toReversed().slice(0, OVER_MAX)];
}

/** The name of a fault in the language of the page; `gps_loss` as words in English. */
export const faultName = (type: FaultType, translator?: Pick<StationTranslator, 'fault'>): string =>
  translator?.fault(type).name ?? type.replaceAll('_', ' ');

/** Entered seconds: undefined if empty, NaN if invalid. */
export function durationOf(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const seconds = Number(text);
  return seconds > 0 && seconds <= 86_400 ? seconds : Number.NaN;
}
