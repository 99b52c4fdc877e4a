import { advanceClock, getClock, setClock } from './clock-operations.ts';
import { clearFault, clearFaults, getFault, injectFault, listFaults } from './fault-operations.ts';
import { getCoverage, getJournal, markJournal, stopJournal } from './journal-operations.ts';
import { getOnvifQuirks, listOnvifRequests, setOnvifQuirks } from './onvif-operations.ts';
import { getScenarioRun, listScenarios, runScenario, stopScenario } from './scenario-operations.ts';
import { deleteSnapshot, getSnapshotFile, listSnapshots, reset, snapshot } from './snapshot-operations.ts';
import { subscribeTruth } from './truth-stream.ts';
import { addWireFault, listWireFaults, removeWireFault, removeWireFaults } from './wire-fault-operations.ts';
import {
  getBase,
  getTether,
  getTruth,
  getWeather,
  getWind,
  reboot,
  setBase,
  setButtons,
  setPayload,
  setWeather,
  setWind,
} from './world-operations.ts';

export * from './clock-operations.ts';
export * from './fault-operations.ts';
export * from './journal-operations.ts';
export * from './onvif-operations.ts';
export { SIM_BASE } from './paths.ts';
export * from './scenario-operations.ts';
export { deleteSnapshot, getSnapshotFile, listSnapshots, reset, snapshot } from './snapshot-operations.ts';
export { subscribeTruth } from './truth-stream.ts';
export * from './wire-fault-operations.ts';
export * from './world-operations.ts';

/** The controls of the simulator, in the order of the reference. */
export const SIM_OPERATIONS = [
  getTruth,
  subscribeTruth,
  getTether,
  listFaults,
  injectFault,
  clearFaults,
  getFault,
  clearFault,
  listWireFaults,
  addWireFault,
  removeWireFaults,
  removeWireFault,
  getJournal,
  markJournal,
  getCoverage,
  stopJournal,
  getOnvifQuirks,
  setOnvifQuirks,
  listOnvifRequests,
  getWind,
  setWind,
  getWeather,
  setWeather,
  getBase,
  setBase,
  setPayload,
  setButtons,
  reboot,
  getClock,
  setClock,
  advanceClock,
  listSnapshots,
  snapshot,
  getSnapshotFile,
  reset,
  deleteSnapshot,
  listScenarios,
  runScenario,
  getScenarioRun,
  stopScenario,
] as const;
