import { type ParameterDefinition, real, whole } from '../autopilot/parameters.ts';

/** Parameters of ArduCopter 4.7, whose names differ from those of 4.6 in places. */
export const ARDUPILOT_PARAMETERS: readonly ParameterDefinition[] = [
  ...[whole('MAV_SYSID', 1, 1, 255), whole('MAV_GCS_SYSID', 255, 1, 255), whole('MAV_GCS_SYSID_HI', 0, 0, 255)],
  ...[whole('FRAME_CLASS', 1, 0, 17), whole('FRAME_TYPE', 1, 0, 19), whole('ARMING_SKIPCHK', 0, -1, 0x7fffffff)],
  ...[whole('DISARM_DELAY', 10, 0, 127), whole('FLTMODE1', 4, 0, 30), whole('FLTMODE_CH', 5, 0, 16)],
  ...[whole('FENCE_ENABLE', 0, 0, 1), whole('FENCE_TYPE', 7, 0, 15), real('FENCE_ALT_MAX', 100, 10, 1000)],
  ...[whole('FENCE_ACTION', 1, 0, 8), real('FENCE_RADIUS', 300, 30, 10000), real('FENCE_MARGIN', 2, 1, 10)],
  ...[whole('FS_GCS_ENABLE', 0, 0, 7), real('FS_GCS_TIMEOUT', 5, 2, 120), whole('FS_OPTIONS', 16, 0, 511)],
  ...[whole('FS_EKF_ACTION', 1, 0, 3), real('FS_EKF_THRESH', 0.8, 0, 1), whole('FS_THR_ENABLE', 1, 0, 7)],
  ...[whole('FS_DR_ENABLE', 2, 0, 6), real('FS_DR_TIMEOUT', 30, 0, 120), real('RTL_ALT_M', 15, 0.3, 3000)],
  ...[whole('BATT_MONITOR', 4, 0, 30), real('BATT_LOW_VOLT', 0, 0, 120), real('BATT_CRT_VOLT', 0, 0, 120)],
  ...[whole('BATT_FS_LOW_ACT', 0, 0, 7), whole('BATT_FS_CRT_ACT', 0, 0, 7), whole('BATT_CAPACITY', 3300, 0, 100000)],
  ...[whole('MNT1_TYPE', 1, 0, 15), real('MNT1_PITCH_MIN', -90, -90, 90), real('MNT1_PITCH_MAX', 20, -90, 90)],
  ...[real('MNT1_YAW_MIN', -180, -180, 180), real('MNT1_YAW_MAX', 180, -180, 180), whole('CAM1_TYPE', 1, 0, 12)],
  ...[whole('WINCH_TYPE', 0, 0, 2), whole('DID_ENABLE', 0, 0, 1), real('PILOT_SPD_UP', 2.5, 0.5, 5)],
  ...[real('WP_SPD_UP', 2.5, 0.1, 10), real('WP_SPD_DN', 1.5, 0.1, 5), real('LAND_SPD_MS', 0.5, 0.3, 2)],
  ...[whole('STAT_RUNTIME', 0, 0, 0x7fffffff), whole('STAT_BOOTCNT', 1, 0, 0x7fffffff), whole('LOG_DISARMED', 0, 0, 3)],
];
