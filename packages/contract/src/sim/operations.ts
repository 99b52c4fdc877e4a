import Type from 'typebox';
import { anyOf, operation } from '../operation.ts';
import {
  BaseChange,
  Buttons,
  ButtonsChange,
  ClockAdvance,
  ClockChange,
  Faults,
  InjectFault,
  Payload,
  PayloadChange,
  Reboot,
  SimulatedBase,
  SimulatedWind,
  SimulationClockState,
  Tether,
  TruthBesideSensors,
  WindChange,
} from './controls.ts';
import * as examples from './examples.ts';
import { FaultState } from './fault.ts';
import { RunScenario, ScenarioList, ScenarioRun, ScenarioRunState } from './scenarios.ts';

/** Where the controls of the simulator are, below the root of the server. */
export const SIM_BASE = '/sim/v1';

/** Version of the controls; they are no part of the published API. */
export const SIM_API_VERSION = '1.0.0';

/** How long a whole day of simulated time may take on a slow machine, seconds. */
const ADVANCE_WITHIN_S = 600;

/** What all of them have in common. A program that tests at full speed must not be slowed down by a limit on its requests. */
const CONTROL = { base: SIM_BASE, access: anyOf('experimental', 'internal'), isUnlimited: true } as const;

const FaultParams = Type.Object({
  id: Type.String({ description: 'Id of the fault, as the answer to its injection has it.', examples: ['1'] }),
});

export const getTruth = operation({
  ...CONTROL,
  id: 'sim.truth',
  method: 'GET',
  path: '/truth',
  summary: 'What is really so',
  description:
    'The state of the simulated world without the errors of sensors, beside what the sensors said last. `sensors` is up to 50 ms older, later still on a slow link, and absent before the first sample.',
  replies: { 200: TruthBesideSensors },
  errors: ['SIMULATION_STOPPED'],
  replyExample: { truth: examples.TRUTH, sensors: examples.SENSORS },
});

export const getTether = operation({
  ...CONTROL,
  id: 'sim.tether',
  method: 'GET',
  path: '/tether',
  summary: 'Shape of the tether',
  description: 'Points from the Ground Station to the Kite, at equal lengths of tether.',
  query: Type.Object({
    points: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 200, default: 20, description: 'How many points.', examples: [20] }),
    ),
  }),
  replies: { 200: Tether },
  errors: ['SIMULATION_STOPPED'],
  replyExample: examples.TETHER,
});

export const listFaults = operation({
  ...CONTROL,
  id: 'sim.faults',
  method: 'GET',
  path: '/faults',
  summary: 'Faults that were asked for',
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
      summary: 'A motor that gives half of what it can lose',
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

export const getWind = operation({
  ...CONTROL,
  id: 'sim.wind',
  method: 'GET',
  path: '/wind',
  summary: 'The wind that is set',
  description: 'Mean wind and turbulence. Gusts and faults come on top; what blows at the Kite is in truth.',
  replies: { 200: SimulatedWind },
  errors: [],
  replyExample: examples.WIND,
});

export const setWind = operation({
  ...CONTROL,
  id: 'sim.wind.set',
  method: 'POST',
  path: '/wind',
  summary: 'Set the wind',
  description: 'At once; for a wind that changes slowly or comes in a gust inject a fault. What is left out stays.',
  body: WindChange,
  bodyRequired: true,
  replies: { 200: SimulatedWind },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'Calm', value: { speed_mps: 0, turbulence: 'none' } },
    { summary: 'Fresh and gusty from the west', value: { speed_mps: 9, from_deg: 270, turbulence: 'moderate' } },
  ],
  replyExample: examples.WIND,
});

export const getBase = operation({
  ...CONTROL,
  id: 'sim.base',
  method: 'GET',
  path: '/base',
  summary: 'What the Ground Station stands on',
  description: 'The sea, the speed and the heading that are set. How it really moves is in truth.',
  replies: { 200: SimulatedBase },
  errors: [],
  replyExample: examples.BASE,
});

export const setBase = operation({
  ...CONTROL,
  id: 'sim.base.set',
  method: 'POST',
  path: '/base',
  summary: 'Move what the Ground Station stands on',
  description:
    'A vessel in a sea, or a vehicle that drives: it accelerates, brakes and turns as vehicles do, and leans on its springs. A Ground Station that moves refuses a take-off; waves alone do not count as moving. What is left out stays.',
  body: BaseChange,
  bodyRequired: true,
  replies: { 200: SimulatedBase },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'Sea state 4', value: { sea_state: 4, waves_from_deg: 250 } },
    { summary: 'Drive to the east', value: { speed_mps: 5, heading_deg: 90 } },
    { summary: 'Stop', value: { speed_mps: 0 } },
  ],
  replyExample: examples.BASE,
});

export const setPayload = operation({
  ...CONTROL,
  id: 'sim.payload.set',
  method: 'POST',
  path: '/payload',
  summary: 'Change the payload',
  description:
    'Attaches another camera, takes it away, or switches it off or on. A camera that is attached or switched on is there after its start. Without one, the published API answers as if none had ever been seen: 404.',
  body: PayloadChange,
  bodyRequired: true,
  replies: { 200: Payload },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'A camera for colour and heat', value: { camera_model: 'Camera 2nd Generation IR Plus' } },
    { summary: 'No camera', value: { camera_model: 'none' } },
    { summary: 'Off', value: { online: false } },
  ],
  replyExample: { camera_model: 'Camera 2nd Generation', online: true },
});

export const setButtons = operation({
  ...CONTROL,
  id: 'sim.buttons.set',
  method: 'POST',
  path: '/buttons',
  summary: 'Press the button, pull the brake',
  description: 'The external safety land button and the parking brake of a Rooftop Box. What is left out stays.',
  body: ButtonsChange,
  bodyRequired: true,
  replies: { 200: Buttons },
  errors: ['NO_SUCH_CONTROL', 'SIMULATION_STOPPED'],
  examples: [
    { summary: 'Press the button', value: { safety_land: true } },
    { summary: 'Release the brake', value: { parking_brake: 'disengaged' } },
  ],
  replyExample: { safety_land: true, parking_brake: 'engaged' },
});

export const reboot = operation({
  ...CONTROL,
  id: 'sim.reboot',
  method: 'POST',
  path: '/reboot',
  summary: 'Restart the Ground Station',
  description:
    'The computer of the Ground Station restarts, this API with it: WebSockets are closed with 1001, connections are refused for `duration` seconds of station time, and then everything is there again at the same address. The Kite flies on meanwhile. Plugins, sessions and notifications survive; control, queue and the soft maximum do not. While the clock is paused the time of the restart passes at once, for nobody could let it pass. The same as the fault `ground_station_reboot`.',
  body: Reboot,
  replies: { 202: FaultState },
  errors: ['FAULT_NOT_POSSIBLE', 'SIMULATION_STOPPED'],
  examples: [{ summary: 'Ten seconds', value: { duration: 10 } }],
  replyExample: examples.REBOOT,
});

export const getClock = operation({
  ...CONTROL,
  id: 'sim.clock',
  method: 'GET',
  path: '/clock',
  summary: 'Station time and its speed',
  description: 'Station time runs at the speed of the simulation; leases, tokens and notifications go by it.',
  replies: { 200: SimulationClockState },
  errors: [],
  replyExample: examples.CLOCK,
});

export const setClock = operation({
  ...CONTROL,
  id: 'sim.clock.set',
  method: 'POST',
  path: '/clock',
  summary: 'Change the speed, pause, go on',
  description:
    'From now on. A machine that is too slow for the speed runs as fast as it can. Paused, time stands still but for calls that advance it. What is left out stays.',
  body: ClockChange,
  bodyRequired: true,
  replies: { 200: SimulationClockState },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'Twenty times as fast', value: { speed: 20 } },
    { summary: 'Stand still', value: { paused: true } },
  ],
  replyExample: examples.CLOCK,
});

export const advanceClock = operation({
  ...CONTROL,
  id: 'sim.clock.advance',
  method: 'POST',
  path: '/clock/advance',
  summary: 'Jump ahead',
  description:
    'Lets so many seconds of station time pass as fast as the machine can, and answers when the station is there. Everything happens that would have happened meanwhile. Calls at the same time add up, in order. A caller who leaves does not stop it. With the clock paused the time of the answer is exactly that of the jump.',
  answersWithinS: ADVANCE_WITHIN_S,
  body: ClockAdvance,
  bodyRequired: true,
  replies: { 200: SimulationClockState },
  errors: ['CLOCK_BUSY', 'SIMULATION_STOPPED'],
  examples: [{ summary: 'One minute', value: { seconds: 60 } }],
  replyExample: examples.CLOCK,
});

export const listScenarios = operation({
  ...CONTROL,
  id: 'sim.scenarios',
  method: 'GET',
  path: '/scenarios',
  summary: 'Scenarios that ship',
  description:
    'Flights that are flown, broken and judged by themselves. Those that this station cannot run say why in `unfit`.',
  replies: { 200: ScenarioList },
  errors: [],
  replyExample: { scenarios: [examples.SCENARIO] },
});

export const runScenario = operation({
  ...CONTROL,
  id: 'sim.scenarios.run',
  method: 'POST',
  path: '/scenarios/run',
  summary: 'Run a scenario on this station',
  description:
    'Flies it at the speed of the clock, while everybody can watch; one at a time. Its clients are sessions of the caller’s plugin, with scopes of the caller’s token only. They take control where the scenario does not do so itself: the caller’s own control is given up, that of somebody else is respected. The wind, the camera, the buttons and the brake are set as the scenario says, and at its end set back; faults that it has brought on are cleared. What a fresh station has and a running one cannot be given back is asked for: the Kite in StandBy, no fault, the soft maximum of a start, settings as the scenario has them. The draws of chance are the station’s own, not those of the scenario’s seed, and so is the time of day. It ends by itself, when it is stopped, when another session takes control, and with the station; the Kite then stays where it is.',
  body: RunScenario,
  bodyRequired: true,
  replies: { 202: ScenarioRun },
  errors: [
    'CONTROL_TAKEN',
    'INSUFFICIENT_SCOPE',
    'SCENARIO_NOT_FOUND',
    'SCENARIO_RUNNING',
    'SCENARIO_NOT_POSSIBLE',
    'SIMULATION_STOPPED',
    'STATION_BUSY',
    'STORE_UNUSABLE',
  ],
  examples: [
    { summary: 'One that ships', value: { name: 'gust' } },
    { summary: 'One of your own', value: { text: examples.SCENARIO_TEXT } },
  ],
  replyExample: { ...examples.SCENARIO_RUN, status: 'preparing', elapsed_s: 0, percent: 0 },
});

export const getScenarioRun = operation({
  ...CONTROL,
  id: 'sim.scenarios.state',
  method: 'GET',
  path: '/scenarios/run',
  summary: 'How the run goes',
  description:
    'The run that goes on or the last one: its step, how far it is, and which expectations are met or have failed, with what happened in their place. Absent before the first one. It survives a restart of the Ground Station, not the end of the process.',
  replies: { 200: ScenarioRunState },
  errors: [],
  replyExample: { run: examples.SCENARIO_RUN },
});

export const stopScenario = operation({
  ...CONTROL,
  id: 'sim.scenarios.stop',
  method: 'POST',
  path: '/scenarios/stop',
  summary: 'Stop the run',
  description:
    'At once. What it has changed is set back and its sessions end, so control is free; the Kite stays where it is. The answer has the run as it ended.',
  replies: { 200: ScenarioRun },
  errors: ['SCENARIO_NOT_RUNNING', 'SIMULATION_STOPPED'],
  replyExample: { ...examples.SCENARIO_RUN, status: 'stopped', reason: 'it was stopped by first' },
});

/** The controls of the simulator, in the order in which the reference shows them. */
export const SIM_OPERATIONS = [
  getTruth,
  getTether,
  listFaults,
  injectFault,
  clearFaults,
  getFault,
  clearFault,
  getWind,
  setWind,
  getBase,
  setBase,
  setPayload,
  setButtons,
  reboot,
  getClock,
  setClock,
  advanceClock,
  listScenarios,
  runScenario,
  getScenarioRun,
  stopScenario,
] as const;
