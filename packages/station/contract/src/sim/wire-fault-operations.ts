import Type from 'typebox';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import * as examples from './examples.ts';
import { CONTROL } from './paths.ts';
import { AddWireFault, WIRE_FAULTS_MAX, WireFaultList, WireFaultState } from './wire-fault.ts';

const WireFaultParams = Type.Object({
  id: Text('Id of the fault, from the response to its setting.', '1'),
});

export const listWireFaults = operation({
  ...CONTROL,
  id: 'sim.wire_faults',
  path: '/wire-faults',
  summary: 'Faults between station and clients',
  description: 'Each with the number of requests that it selected and hit.',
  replies: { 200: WireFaultList },
  replyExample: { faults: [examples.WIRE_FAULT] },
});

export const addWireFault = operation({
  ...CONTROL,
  id: 'sim.wire_faults.add',
  method: 'POST',
  path: '/wire-faults',
  summary: 'Set a fault between station and clients',
  description: `Acts on the real connections from the next request on, for every client that \`operation\` and \`client\` select. The types, with what a good client does, are in /docs/faults. Several act together; at most ${WIRE_FAULTS_MAX} at once. A restart of the Ground Station does not end them. One that names the token request needs a \`count\`, or no client could get a token to remove it.`,
  body: AddWireFault,
  replies: { 201: WireFaultState },
  errors: ['INVALID_REQUEST', 'FAULT_NOT_POSSIBLE'],
  examples: [
    {
      summary: 'A burst of three 503 for one client',
      value: { type: 'error_status', client: 'ci', count: 3, parameters: { status: 503, retry_after_s: 2 } },
    },
    {
      summary: 'A take-off that is carried out, and whose answer is lost',
      value: {
        type: 'reset',
        operation: 'flight.control.take_off',
        client: 'ci',
        count: 1,
        parameters: { moment: 'after' },
      },
    },
    {
      summary: 'Every third read comes late, always the same ones',
      value: {
        type: 'latency',
        operation: 'flight.state',
        client: 'ci',
        probability: 0.33,
        seed: 7,
        duration: 60,
        parameters: { latency_ms: 800, jitter_ms: 400 },
      },
    },
  ],
  replyExample: examples.WIRE_FAULT,
});

export const removeWireFaults = operation({
  ...CONTROL,
  id: 'sim.wire_faults.remove_all',
  method: 'DELETE',
  path: '/wire-faults',
  summary: 'Remove all faults between station and clients',
  description: 'The response lists those that were active. What they hold back continues.',
  replies: { 200: WireFaultList },
  replyExample: { faults: [{ ...examples.WIRE_FAULT, status: 'ended', end_time: examples.END_TIME }] },
});

export const removeWireFault = operation({
  ...CONTROL,
  id: 'sim.wire_faults.remove',
  method: 'DELETE',
  path: '/wire-faults/{id}',
  summary: 'Remove a fault between station and clients',
  description: 'Requests and messages that it holds back continue, also if it has ended by its count.',
  params: WireFaultParams,
  replies: { 200: WireFaultState },
  errors: ['FAULT_NOT_FOUND'],
  replyExample: { ...examples.WIRE_FAULT, status: 'ended', end_time: examples.END_TIME },
});
