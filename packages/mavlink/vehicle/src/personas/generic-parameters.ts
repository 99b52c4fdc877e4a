import { type ParameterDefinition, real, whole } from '../autopilot/parameters.ts';

/** A few that every ground station finds a use for. */
export const GENERIC_PARAMETERS: readonly ParameterDefinition[] = [
  ...[whole('SYS_ID', 1, 1, 250), whole('SYS_TYPE', 2), whole('GCS_ID', 255, 1, 255), real('GCS_LOSS_T', 5, 1, 300)],
  ...[real('TKOFF_ALT', 10, 0, 500), real('ALT_MAX', 120, 0, 500), real('DIST_MAX', 15, 0, 500)],
  ...[real('CLIMB_SPD', 0.75, 0.1, 5), real('SINK_SPD', 0.75, 0.1, 5), real('YAW_SPD', 25, 2, 90)],
  ...[real('BAT_LOW', 30, 0, 100), real('BAT_CRIT', 20, 0, 100), whole('BAT_CELLS', 6, 1, 24)],
  ...[real('GMB_PITCH_MIN', -80, -90, 0), real('GMB_PITCH_MAX', 11, 0, 90), whole('CAM_COUNT', 1, 0, 4)],
  ...[real('TETH_LEN_MAX', 120, 0, 500), real('TETH_LOAD_MAX', 60, 0, 500), whole('TETH_ON', 1, 0, 1)],
];
