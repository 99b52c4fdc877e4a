import Type from 'typebox';
import { operation } from '../operation.ts';
import { Faults, InjectFault } from './controls.ts';
import * as examples from './examples.ts';
import { FaultState } from './fault.ts';
import { CONTROL } from './paths.ts';

const FaultParams = Type.Object({
  id: Type.String({ description: 'Id of the fault, as the answer to its injection has it.', examples: ['1'] }),
});

export const listFaults = operation({
  ...CONTROL,
  id: 'sim.faults',
  method: 'GET',
  path: '/faults',
  summary: 'Injected faults',
  description:
    'All of them with what has become of each: scheduled, active, expired, cleared, or not possible when its time came.',
  replies: { 200: Faults },
  errors: [],
  replyExample: { faults: [examples.GUST] },
});

export const injectFault = operation({
  ...CONTROL,
  id: 'sim.faults.inject',
  method: 'POST',
  path: '/faults',
  summary: 'Inject a fault',
  description:
    'From now, or in `at` seconds of station time, for `duration` seconds or until it is cleared. The types, with what each does and shows, are in /docs/faults. A fault from now is in the next step of the simulation. One that the state does not allow is refused with the reason; one for later is judged when its time comes.',
  body: InjectFault,
  bodyRequired: true,
  replies: { 201: FaultState },
  errors: ['FAULT_NOT_POSSIBLE', 'SIMULATION_STOPPED'],
  examples: [
    { summary: 'No satellites for a minute', value: { type: 'gps_loss', duration: 60 } },
    {
      summary: 'A gust in 30 s',
      value: { type: 'wind_gust', at: 30, parameters: { peak_mps: 10, rise_s: 2, hold_s: 3, fall_s: 2 } },
    },
    {
      summary: 'A motor at half of its possible thrust loss',
      value: { type: 'motor_degraded', severity: 0.5, parameters: { motor: 3 } },
    },
  ],
  replyExample: examples.GUST,
});

export const clearFaults = operation({
  ...CONTROL,
  id: 'sim.faults.clear',
  method: 'DELETE',
  path: '/faults',
  summary: 'Clear all faults',
  description:
    'Ends those that are active and drops those that are scheduled. The answer has these; one that the state does not let end is still active and says why in `reason`.',
  replies: { 200: Faults },
  errors: ['SIMULATION_STOPPED'],
  replyExample: { faults: [{ ...examples.GUST, status: 'cleared', end_time: examples.END_TIME }] },
});

export const getFault = operation({
  ...CONTROL,
  id: 'sim.fault',
  method: 'GET',
  path: '/faults/{id}',
  summary: 'One fault',
  description: 'What has become of it.',
  params: FaultParams,
  replies: { 200: FaultState },
  errors: ['FAULT_NOT_FOUND'],
  replyExample: examples.GUST,
});

export const clearFault = operation({
  ...CONTROL,
  id: 'sim.fault.clear',
  method: 'DELETE',
  path: '/faults/{id}',
  summary: 'Clear a fault',
  description:
    'Ends it if it is active, drops it if it is scheduled; one that is over stays as it is. One that the state does not let end is refused with the reason: a cut tether is not mended in the air.',
  params: FaultParams,
  replies: { 200: FaultState },
  errors: ['FAULT_NOT_FOUND', 'FAULT_NOT_CLEARABLE', 'SIMULATION_STOPPED'],
  replyExample: { ...examples.GUST, status: 'cleared', end_time: examples.END_TIME },
});
