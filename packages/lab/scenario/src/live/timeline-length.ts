import type { Scenario, TimelineStep } from '../scenario.ts';

/** An unknown time between two bounds, seconds. */
interface TimeRange {
  readonly shortestS: number;
  readonly longestS: number;
}

/** Length of the timeline, from its start to the end of the observation after it. */
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

function triggered({ trigger }: TimelineStep, now: TimeRange, named: ReadonlyMap<string, TimeRange>): TimeRange {
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

function rebootS({ action }: TimelineStep): number {
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
