import type { Scenario, Step } from '../scenario.ts';

/** A time that is not known before: it will be between the two, seconds. */
export interface TimeRange {
  readonly shortestS: number;
  readonly longestS: number;
}

/** How long the timeline is, from its begin to the end of what is watched after it. */
export function timelineLength({ steps, settleS }: Pick<Scenario, 'steps' | 'settleS'>): TimeRange {
  const named = new Map<string, TimeRange>();
  let now: TimeRange = { shortestS: 0, longestS: 0 };
  for (const step of steps) {
    now = triggered(step, now, named);
    if (step.name !== undefined) named.set(step.name, now);
    now = later(now, rebootS(step));
  }
  return later(now, settleS);
}

function triggered({ trigger }: Step, now: TimeRange, named: ReadonlyMap<string, TimeRange>): TimeRange {
  switch (trigger.kind) {
    case 'next':
      return now;
    case 'at':
      return latest(now, { shortestS: trigger.atS, longestS: trigger.atS });
    case 'wait':
      return later(now, trigger.waitS);
    case 'when':
      return { ...now, longestS: now.longestS + trigger.withinS };
    case 'after': {
      const { step, laterS } = trigger.moment;
      return latest(now, later(named.get(step) ?? { shortestS: 0, longestS: 0 }, laterS));
    }
  }
}

const DEFAULT_REBOOT_S = 10;

function rebootS({ action }: Step): number {
  if (action?.kind === 'reboot') return action.durationS;
  const isReboot = action?.kind === 'fault' && action.type === 'ground_station_reboot';
  return isReboot ? (action.durationS ?? DEFAULT_REBOOT_S) : 0;
}

const later = ({ shortestS, longestS }: TimeRange, s: number): TimeRange => ({
  shortestS: shortestS + s,
  longestS: longestS + s,
});

const latest = (a: TimeRange, b: TimeRange): TimeRange => ({
  shortestS: Math.max(a.shortestS, b.shortestS),
  longestS: Math.max(a.longestS, b.longestS),
});
