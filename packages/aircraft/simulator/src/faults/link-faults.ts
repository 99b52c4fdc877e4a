import type { FaultKindOf } from './fault-kind.ts';

/** No downlink. Allowed on top of a degraded link. */
export const kiteDataMissing: FaultKindOf<'kite_data_missing'> = {
  claims: () => ['data from the Kite'],
  refusal: ({ simulation: { tetherEnd } }) =>
    tetherEnd.isCut ? 'the tether is cut, and the data link with it' : undefined,
  begin: ({ simulation: { link } }) => {
    link.isDownlinkLost = true;
    return () => {
      link.isDownlinkLost = false;
    };
  },
};

/** Delay and loss in both directions. */
export const linkDegraded: FaultKindOf<'link_degraded'> = {
  claims: () => ['quality of the data link'],
  refusal: ({ simulation: { tetherEnd } }) =>
    tetherEnd.isCut ? 'the tether is cut, and the data link with it' : undefined,
  begin: ({ simulation: { link, rates } }, { latency_ms, loss_percent }, severity) => {
    link.latencySteps = Math.round((latency_ms * 1000) / rates.stepUs);
    link.lossShare = (severity * loss_percent) / 100;
    return () => {
      link.latencySteps = 0;
      link.lossShare = 0;
    };
  },
};
