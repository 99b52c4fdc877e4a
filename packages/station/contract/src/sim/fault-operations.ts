import Type from 'typebox';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { Faults, InjectFault } from './controls.ts';
import * as examples from './examples.ts';
import { FaultState } from './fault.ts';
import { CONTROL } from './paths.ts';

const FaultParams = Type.Object({
  id: Text('Id of the fault, from the response to its injection.', '1'),
});

export const listFaults = operation({
  ...CONTROL,
  id: 'sim.faults',
  path: '/faults',
  summary: 'Injected faults',
  description: 'All faults with their status: scheduled, active, expired, cleared, or impossible at their time.',
  replies: { 200: Faults },
  replyExample: { faults: [examples.GUST] },
});

export const injectFault = operation({
  ...CONTROL,
  id: 'sim.faults.inject',
  method: 'POST',
  path: '/faults',
  summary: 'Inject a fault',
  description:
    'Starts now, or in `at` seconds of station time, for `duration` seconds or until it is cleared. The types, with causes and effects, are in /docs/faults. A fault that starts now takes effect in the next step of the simulation. If the state does not allow it, it is refused with the reason; a scheduled one is checked at its time.',
  body: InjectFault,
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
    'Ends active faults and drops scheduled ones. The response lists them; a fault that cannot end in the current state stays active and gives the `reason`.',
  replies: { 200: Faults },
  errors: ['SIMULATION_STOPPED'],
  replyExample: { faults: [{ ...examples.GUST, status: 'cleared', end_time: examples.END_TIME }] },
});

export const getFault = operation({
  ...CONTROL,
  id: 'sim.fault',
  path: '/faults/{id}',
  summary: 'One fault',
  description: 'The fault and its status.',
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
    'Ends an active fault, drops a scheduled one; no effect on an ended one. If it cannot end in the current state, the request is refused with the reason: a cut tether cannot be repaired in the air.',
  params: FaultParams,
  replies: { 200: FaultState },
  errors: ['FAULT_NOT_FOUND', 'FAULT_NOT_CLEARABLE', 'SIMULATION_STOPPED'],
  replyExample: { ...examples.GUST, status: 'cleared', end_time: examples.END_TIME },
});
