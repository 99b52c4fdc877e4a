import { type ParameterDefinition, real, whole } from '../autopilot/parameters.ts';

/** Parameters of PX4 1.18, in the order of their names. */
export const PX4_PARAMETERS: readonly ParameterDefinition[] = [
  ...[whole('BAT1_N_CELLS', 6, 0, 24), real('BAT_CRIT_THR', 0.07, 0, 0.5), real('BAT_LOW_THR', 0.15, 0, 0.5)],
  ...[whole('CBRK_SUPPLY_CHK', 0, 0, 894281), whole('COM_ARM_ODID', 0, 0, 2), whole('COM_ARM_WO_GPS', 1, 0, 2)],
  ...[real('COM_DISARM_LAND', 2, -1, 20), real('COM_DISARM_PRFLT', 10, -1, 60), whole('COM_DLL_EXCEPT', 0, 0, 31)],
  ...[real('COM_DL_LOSS_T', 10, 5, 300), whole('COM_FLTT_LOW_ACT', 3, 0, 3), whole('COM_FLT_TIME_MAX', -1, -1, 10000)],
  ...[real('COM_FAIL_ACT_T', 5, 0, 25), whole('COM_LOW_BAT_ACT', 0, 0, 3), real('COM_OBC_LOSS_T', 5, 0, 60)],
  ...[whole('COM_RC_IN_MODE', 3, 0, 8), whole('GF_ACTION', 2, 0, 5), real('GF_MAX_HOR_DIST', 0, 0, 10000)],
  ...[real('GF_MAX_VER_DIST', 0, 0, 10000), whole('MAV_COMP_ID', 1, 1, 250), whole('MAV_SYS_ID', 1, 1, 250)],
  ...[whole('MAV_TYPE', 2, 0, 22), real('MIS_TAKEOFF_ALT', 2.5, 0, 80), whole('MNT_MODE_IN', 4, -1, 4)],
  ...[whole('MNT_MODE_OUT', 2, 0, 2), real('MPC_LAND_SPEED', 0.7, 0.6, 12), real('MPC_TKO_SPEED', 1.5, 1, 5)],
  ...[real('MPC_XY_VEL_MAX', 12, 0, 20), real('MPC_YAWRAUTO_MAX', 45, 5, 360), real('MPC_Z_VEL_MAX_DN', 1.5, 0.5, 4)],
  ...[real('MPC_Z_VEL_MAX_UP', 3, 0.5, 8), whole('NAV_DLL_ACT', 0, 0, 6), whole('NAV_RCL_ACT', 2, 1, 6)],
  ...[real('RTL_RETURN_ALT', 60, 0, 500), whole('SYS_AUTOSTART', 4001, 0, 9999999), whole('SYS_HAS_MAG', 1, 0, 3)],
  ...[whole('TRIG_MODE', 0, 0, 4), whole('UAVCAN_ENABLE', 0, 0, 3)],
];
