import { type Example, Nothing, type OperationDifference, operation } from '../operation.ts';
import type { ByVersion } from '../versions.ts';
import { HandoffState } from './handoff-state.ts';
import { RequestHandoffControl, RequestHandoffControlOfAnyMode } from './request-handoff-control.ts';

/** The preview version has no operator position. */
const IN_PREVIEW: ByVersion<OperationDifference> = {
  '0.5.0': {
    examples: [
      { summary: 'With the client’s address', value: { operator_name: 'M. Rossi', ip_address: '192.168.2.20' } },
    ],
  },
};

const EXAMPLES: readonly Example[] = [
  { summary: 'A name is enough', value: { operator_name: 'M. Rossi' } },
  {
    summary: 'With the operator’s position for Remote ID',
    value: {
      operator_name: 'M. Rossi',
      regulatory_mode: 'US_REMOTE_ID_STANDARD',
      operator_gps_lat: 38.8895,
      operator_gps_lon: -77.0353,
      operator_gps_elevation: 12,
      operator_gps_accuracy: 3,
    },
  },
];

export const getHandoffState = operation({
  id: 'handoff.state',
  path: '/v1/handoff/state',
  summary: 'Who is in control',
  description: 'The client in control and the queue, the next one first.',
  access: ['read'],
  replies: { 200: HandoffState },
  replyExample: {
    controlling_client: {
      plugin_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
      plugin_name: 'vms',
      session_id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
      session_name: 'desk 2',
      operator_name: 'M. Rossi',
      last_change: '2026-03-01T09:30:00.250000+00:00',
    },
    requesting_clients: [],
  },
});

export const requestControl = operation({
  id: 'handoff.control.request',
  method: 'POST',
  path: '/v1/handoff/control/request',
  summary: 'Request control',
  description:
    '201: the caller is in control for 10 s; repeat the request within that time to stay in control (commands do not renew it). 202: another client is in control and the caller waits in the queue for 60 s; a repeated request prolongs that and keeps the place. Refused only when the queue is full (100 clients). Unknown properties are ignored.',
  access: ['control'],
  body: RequestHandoffControl,
  accepts: RequestHandoffControlOfAnyMode,
  unknownProperties: 'ignore',
  replies: { 201: Nothing, 202: Nothing },
  errors: ['OPERATOR_POSITION_REQUIRED', 'CONTROL_TAKEN'],
  examples: EXAMPLES,
  versions: IN_PREVIEW,
});

export const releaseControl = operation({
  id: 'handoff.control.release',
  method: 'POST',
  path: '/v1/handoff/control/release',
  summary: 'Release control',
  description:
    'The first client in the queue gets control, with 10 s to confirm it. A waiting client leaves the queue. Manoeuvres under way continue. No effect for a client that neither has control nor waits.',
  access: ['control'],
});

export const overrideControl = operation({
  id: 'handoff.control.override',
  method: 'POST',
  path: '/v1/handoff/control/override',
  summary: 'Take control at once',
  description:
    'Control changes hands at once and the former holder is out. Needs the scope `can_override`. The control lasts 10 s, as after a request. Unknown properties are ignored.',
  access: ['control', 'can_override'],
  body: RequestHandoffControl,
  accepts: RequestHandoffControlOfAnyMode,
  unknownProperties: 'ignore',
  replies: { 201: Nothing },
  errors: ['OPERATOR_POSITION_REQUIRED'],
  examples: EXAMPLES,
  versions: IN_PREVIEW,
});
