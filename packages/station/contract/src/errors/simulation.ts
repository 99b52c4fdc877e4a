import { errorTable } from './error-definition.ts';

/** Errors of the controls of the simulator: `/sim/v1` only. */
export const SIMULATION_ERRORS = errorTable(409, {
  FAULT_NOT_FOUND: {
    status: 404,
    meaning: 'There is no fault with this id.',
    remedy: 'Read the ids from faults.',
    message: 'there is no fault {id}',
    sample: { id: 7 },
  },
  FAULT_NOT_POSSIBLE: {
    meaning: 'The fault contradicts the state of the simulated system.',
    remedy: 'Bring the system into the state that the message names, or give the fault a later time.',
    message: '{fault} is not possible: {reason}',
    sample: { fault: 'lids_stuck', reason: 'there is no Rooftop Box' },
  },
  FAULT_NOT_CLEARABLE: {
    meaning: 'The effect of the fault cannot be undone in the current state of the simulated system.',
    remedy: 'Bring the system into the state that the message names.',
    message: 'fault {id} cannot end now: {reason}',
    sample: { id: 3, reason: 'the Kite is in the air' },
  },
  NO_TRUTH: {
    meaning: 'The pictures of the stream come from a real camera: what is in them is not known.',
    remedy: 'Choose a stream whose pictures the simulation makes.',
    message: 'the stream {stream} comes from a real camera: what it shows is not known',
    sample: { stream: 'zoom' },
  },
  JOURNAL_OFF: {
    meaning: 'The journal of requests is off.',
    remedy: 'Switch it on with POST /sim/v1/journal, then let the client work.',
    message: 'the journal is off: switch it on with POST /sim/v1/journal',
  },
  JOURNAL_MARK_NOT_FOUND: {
    status: 404,
    meaning: 'The journal has no mark with this name.',
    remedy: 'Read the marks from journal, or set one.',
    message: 'the journal has no mark {name}',
    sample: { name: 'before-upload' },
  },
  NO_SUCH_CONTROL: {
    meaning: 'The simulated installation has no such button or brake.',
    remedy: 'Start the station with `system.installation` set to Rooftop Box.',
    message: 'there is no {control}: the installation has no Rooftop Box',
    sample: { control: 'safety land button' },
  },
  CLOCK_BUSY: {
    meaning: 'Too many calls are waiting for the clock to advance.',
    remedy: 'Wait for the answers of some of them.',
    message: '{count} calls wait for the clock, the maximum is {most}',
    sample: { most: 32, count: 32 },
  },
  SCENARIO_NOT_FOUND: {
    status: 404,
    meaning: 'There is no shipped scenario with this name.',
    remedy: 'Read the names from scenarios, or send the text of one.',
    message: {
      unknown: 'there is no scenario {name}',
      misspelt: 'there is no scenario {name}; did you mean {nearest}?',
    },
    sample: { name: 'thunder' },
  },
  SCENARIO_RUNNING: {
    meaning: 'A scenario is running on this station.',
    remedy: 'Wait for its end or stop it.',
    message: 'the scenario "{title}" is running',
    sample: { title: 'One strong gust' },
  },
  SCENARIO_NOT_RUNNING: {
    meaning: 'No scenario is running.',
    remedy: 'Run one first.',
    message: 'no scenario is running',
  },
  SCENARIO_NOT_POSSIBLE: {
    meaning: 'The scenario needs something that this station does not have, or not in its current state.',
    remedy: 'Bring the station into the state that the message names, or start one with the settings it names.',
    message: '{reason}',
    sample: { reason: 'the scenario begins in StandBy, the Kite is in Flying' },
  },
  SNAPSHOT_NOT_FOUND: {
    status: 404,
    meaning: 'There is no snapshot with this name in the memory of the station.',
    remedy: 'Read the names from snapshots, or take one.',
    message: 'there is no snapshot {name}',
    sample: { name: 'hovering' },
  },
  SNAPSHOT_NOT_POSSIBLE: {
    meaning: 'A snapshot cannot be taken, or the station cannot be reset to one, in its current state.',
    remedy: 'Bring the station into the state that the message names.',
    message: 'not possible now: {reason}',
    sample: { reason: 'a scenario is running' },
  },
  SIMULATION_STOPPED: {
    status: 503,
    meaning: 'The simulation has stopped because of an internal error and cannot continue.',
    remedy: 'Report the diagnosis with the seed and the preceding actions; restart the station.',
    message: 'the simulation has stopped: {diagnosis}',
    sample: { diagnosis: 'a state variable is no longer a finite number: heightM' },
  },
});
