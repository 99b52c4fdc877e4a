import { bits, exactly, fenceAltitudeM, fenceRadiusM, type SettingRule, upTo, within } from './setting-rule.ts';

/* Names and values: PX4's reference of parameters and its documentation of failsafes, versions 1.16 to 1.18. */

const LAND = 3;
const IN_HOLD = 2;

const LOSS = { guards: 'StationLoss' } as const;

export const PX4: readonly SettingRule[] = [
  exactly('NAV_DLL_ACT', LAND, { ...LOSS, why: 'lands when the station is lost; the default does nothing' }),
  within('COM_DL_LOSS_T', 5, [5, 10], { ...LOSS, why: 'seconds until then' }),
  within('COM_FAIL_ACT_T', 5, [0, 10], { ...LOSS, why: 'seconds that it holds before it lands', isOptional: true }),
  bits('COM_DLL_EXCEPT', 0, IN_HOLD, {
    ...LOSS,
    why: 'HOLD, in which the station flies, is no exception',
    isOptional: true,
  }),
  exactly('NAV_RCL_ACT', LAND, { why: 'lands when the transmitter is lost; the default returns' }),
  exactly('COM_LOW_BAT_ACT', 2, { why: 'lands when the battery is critical' }),
  exactly('COM_FLTT_LOW_ACT', 1, { why: 'no return because a battery would not last', isOptional: true }, [0]),
  exactly('COM_FLT_TIME_MAX', -1, { why: 'no return after a time of flight', isOptional: true }),
  upTo('GF_MAX_VER_DIST', fenceAltitudeM, { why: 'ends a climb above the ceiling of the station' }),
  upTo('GF_MAX_HOR_DIST', fenceRadiusM, { why: 'ends a drift that the line does not permit' }),
  exactly('GF_ACTION', 5, { why: 'lands when it breaks the fence' }),
  {
    ...upTo('RTL_RETURN_ALT', ({ ceilingM }) => ceilingM, { why: 'no return climbs above the ceiling' }),
    isSafe: (value, { ceilingM }) => value >= 0 && value <= ceilingM,
  },
];
