import { operation } from '../operation.ts';
import { CONTROLS } from './paths.ts';
import { PENDING_LANDING_S, PendingLandingReply } from './pending-landing.ts';

export const setPendingLanding = operation({
  ...CONTROLS,
  id: 'station.flight.pending_landing.set',
  method: 'POST',
  path: '/flight/pending-landing',
  summary: 'Land, or as soon as the Kite is heard',
  description: `In \`Unknown\` the station keeps the landing and carries it out with the first data of a Kite that flies. It ends when the Kite lands or is found on the ground, when it is cancelled, after ${PENDING_LANDING_S / 60} minutes, with a restart of the Ground Station, and when the key or account that ordered it may no longer fly; not with its session or its control. A new one replaces it. In other states the same as \`flight/control/land\`.`,
  replies: { 200: PendingLandingReply },
  errors: ['CONTROL_TAKEN', 'WRONG_FLIGHT_STATE', 'LIDS_STUCK'],
  replyExample: {
    pending_landing: {
      ordered_time: '2026-03-01T09:30:00.250000+00:00',
      until_time: '2026-03-01T09:40:00.250000+00:00',
      ordered_by: 'desk 1',
    },
  },
});

export const cancelPendingLanding = operation({
  ...CONTROLS,
  id: 'station.flight.pending_landing.cancel',
  method: 'DELETE',
  path: '/flight/pending-landing',
  summary: 'Cancel the pending landing',
  description: 'By the client that ordered it, and by any that may command. No effect without one.',
  errors: ['CONTROL_TAKEN'],
});
