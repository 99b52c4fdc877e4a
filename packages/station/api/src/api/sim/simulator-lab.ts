import { RequestFaults } from '@kitestring/lab-wire-faults/request-faults.ts';
import { WebSocketFaults } from '@kitestring/lab-wire-faults/websocket-faults.ts';
import type { StreamTruths } from '@kitestring/video-host/streams/stream-truths.ts';
import type { ApiLab } from '../api-lab.ts';
import { simRoutes } from './sim-routes.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { truthStreamRoutes } from './truth-streams.ts';

/** Request journal, wire faults and controls of a simulated world. They outlive the API to which they are attached. @param truths absent without live video */
export function simulatorLab(world: SimulatedWorldControl, truths?: StreamTruths): ApiLab {
  const { faults: aircraftFaults, journal, wireFaults: faults } = world;
  return {
    observer: journal,
    filters: (auth, answers) => ({
      requests: new RequestFaults({
        faults,
        answers,
        endSession: (caller) => void auth.invalidate(caller),
        restart: (duration) => void aircraftFaults.inject({ type: 'ground_station_reboot', duration }),
        journal,
      }),
      messages: new WebSocketFaults(faults, journal),
    }),
    routes: (version, auth) => [...simRoutes(world, version), ...truthStreamRoutes(world, auth, truths)],
  };
}
