export { ChaosCommands, isClean } from './chaos-commands.ts';
export { ChaosFleet } from './chaos-fleet.ts';
export { checkRecords } from './check-records.ts';
export { compareJournals } from './compare-journals.ts';
