import { errorTable } from './error-definition.ts';

/** What the controls of the simulator refuse: `/sim/v1` only. */
export const SIMULATION_ERRORS = errorTable({
  FAULT_NOT_FOUND: {
    status: 404,
    meaning: 'No fault with this id has been asked for.',
    remedy: 'Read the ids from faults.',
    example: 'there is no fault 7',
  },
  FAULT_NOT_POSSIBLE: {
    status: 409,
    meaning: 'The fault contradicts the state of the simulated system.',
    remedy: 'Bring the system into the state that the message names, or give the fault a later time.',
    example: 'lids_stuck is not possible: there is no Rooftop Box',
  },
  FAULT_NOT_CLEARABLE: {
    status: 409,
    meaning: 'What the fault has done cannot be undone in the state that the simulated system is in.',
    remedy: 'Bring the system into the state that the message names.',
    example: 'fault 3 can not end now: the Kite is in the air',
  },
  NO_SUCH_CONTROL: {
    status: 409,
    meaning: 'The simulated installation has no such button or brake.',
    remedy: 'Start the station with `system.installation` set to Rooftop Box.',
    example: 'there is no safety land button: the installation has no Rooftop Box',
  },
  CLOCK_BUSY: {
    status: 409,
    meaning: 'Too many calls wait for the clock to advance.',
    remedy: 'Wait for the answers of some of them.',
    example: 'at most 32 calls may wait for the clock, there are 32',
  },
  SCENARIO_NOT_FOUND: {
    status: 404,
    meaning: 'No scenario with this name ships.',
    remedy: 'Read the names from scenarios, or send the text of one.',
    example: 'there is no scenario gusts; did you mean gust?',
  },
  SCENARIO_RUNNING: {
    status: 409,
    meaning: 'A scenario is running on this station.',
    remedy: 'Wait for its end or stop it.',
    example: 'the scenario "One strong gust" is running',
  },
  SCENARIO_NOT_RUNNING: {
    status: 409,
    meaning: 'No scenario is running.',
    remedy: 'Run one first.',
    example: 'no scenario is running',
  },
  SCENARIO_NOT_POSSIBLE: {
    status: 409,
    meaning: 'The scenario needs something that this station does not have, or not now.',
    remedy: 'Bring the station into the state that the message names, or start one with the settings it names.',
    example: 'the scenario begins in StandBy, the Kite is in Flying',
  },
  SIMULATION_STOPPED: {
    status: 503,
    meaning: 'The simulation has stopped by a fault of its own and cannot go on.',
    remedy: 'Report the diagnosis with the seed and what was done before; start the station again.',
    example: 'the simulation has stopped: a state variable is no longer a finite number: heightM',
  },
});
