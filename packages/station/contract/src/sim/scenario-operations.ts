import { operation } from '../operation.ts';
import * as examples from './examples.ts';
import { CONTROL } from './paths.ts';
import { RunScenario, ScenarioList, ScenarioRun, ScenarioRunState } from './scenarios.ts';

export const listScenarios = operation({
  ...CONTROL,
  id: 'sim.scenarios',
  path: '/scenarios',
  summary: 'Included scenarios',
  description:
    'Automatic flights with faults and expectations. For those that this station cannot run, `unfit` gives the reason.',
  replies: { 200: ScenarioList },
  replyExample: { scenarios: [examples.SCENARIO] },
});

export const runScenario = operation({
  ...CONTROL,
  id: 'sim.scenarios.run',
  method: 'POST',
  path: '/scenarios/run',
  summary: 'Run a scenario on this station',
  description:
    'Runs it at the speed of the clock; one at a time. Its clients are sessions of the caller’s plugin, with scopes of the caller’s token only. They request control unless the scenario does: the caller’s own control is released, that of another client is respected. The wind, the camera, the buttons and the brake are set as the scenario says, and reverted at its end; faults that it has injected are cleared. Preconditions: the Kite in StandBy, no fault, the default soft maximum, settings as in the scenario. Random numbers and time of day are those of the station, not of the scenario. The run ends by itself, when stopped, when another session takes control, and with the station; the Kite then holds its position.',
  body: RunScenario,
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
    { summary: 'An included scenario', value: { name: 'gust' } },
    { summary: 'A scenario of your own', value: { text: examples.SCENARIO_TEXT } },
  ],
  replyExample: { ...examples.SCENARIO_RUN, status: 'preparing', elapsed_s: 0, percent: 0 },
});

export const getScenarioRun = operation({
  ...CONTROL,
  id: 'sim.scenarios.state',
  path: '/scenarios/run',
  summary: 'State of the run',
  description:
    'The current or the last run: its step, its progress, and which expectations are met or have failed, with the actual outcome. Absent before the first run. It survives a restart of the Ground Station, not the end of the process.',
  replies: { 200: ScenarioRunState },
  replyExample: { run: examples.SCENARIO_RUN },
});

export const stopScenario = operation({
  ...CONTROL,
  id: 'sim.scenarios.stop',
  method: 'POST',
  path: '/scenarios/stop',
  summary: 'Stop the run',
  description:
    'Stops the run at once. Its changes are reverted and its sessions end, so control becomes free; the Kite holds its position. The response has the final state of the run.',
  replies: { 200: ScenarioRun },
  errors: ['SCENARIO_NOT_RUNNING', 'SIMULATION_STOPPED'],
  replyExample: { ...examples.SCENARIO_RUN, status: 'stopped', reason: 'it was stopped by first' },
});
