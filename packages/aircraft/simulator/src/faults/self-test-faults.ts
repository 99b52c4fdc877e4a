import type { FaultKindOf } from './fault-kind.ts';

export const kiteDetection: FaultKindOf<'kite_detection'> = {
  claims: () => ['switch of the cradle'],
  begin: ({ simulation: { cradleSwitch } }) => {
    cradleSwitch.isBlind = true;
    return () => {
      cradleSwitch.isBlind = false;
    };
  },
};

export const secondaryAutopilot: FaultKindOf<'secondary_autopilot'> = {
  claims: () => ['secondary autopilot'],
  begin: ({ simulation: { selfTests } }) => {
    selfTests.secondaryAutopilotFails = true;
    return () => {
      selfTests.secondaryAutopilotFails = false;
    };
  },
};

export const remoteId: FaultKindOf<'remote_id'> = {
  claims: () => ['Remote ID'],
  begin: ({ simulation: { selfTests } }) => {
    selfTests.remoteIdFails = true;
    return () => {
      selfTests.remoteIdFails = false;
    };
  },
};
