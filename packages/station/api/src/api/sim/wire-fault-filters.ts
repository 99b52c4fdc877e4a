import { RequestFaults } from '@kitestring/lab-wire-faults/request-faults.ts';
import { WebSocketFaults } from '@kitestring/lab-wire-faults/websocket-faults.ts';
import type { Auth } from '@kitestring/station-core/auth/auth.ts';
import type { Answers } from '@kitestring/web/http/answers.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';

/** Lets the faults between station and clients, which outlive an API, act on the traffic of this one. */
export function wireFaultFilters(
  { faults: aircraftFaults, journal, wireFaults: faults }: SimulatedWorldControl,
  auth: Pick<Auth, 'invalidate'>,
  answers: Answers,
) {
  const requests = new RequestFaults({
    faults,
    answers,
    endSession: (caller) => void auth.invalidate(caller),
    restart: (duration) => void aircraftFaults.inject({ type: 'ground_station_reboot', duration }),
    journal,
  });
  return { requests, messages: new WebSocketFaults(faults, journal) };
}
