import { bits, exactly, fenceAltitudeM, fenceRadiusM, type SettingRule, upTo, within } from './setting-rule.ts';

/*
 * Names and values: ArduPilot's ArduCopter/Parameters.cpp, its documentation of parameters, and its list of names that changed from 4.6
 * to 4.7.
 */

const LAND = 1;
const MAX_ALTITUDE = 1;
const CIRCLE = 2;
const MIN_ALTITUDE = 8;

const LOSS = { guards: 'StationLoss' } as const;

const STATION_LOSS: readonly SettingRule[] = [
  exactly('FS_GCS_ENABLE', 5, { ...LOSS, why: 'lands when the station is lost; the default does nothing' }),
  within('FS_GCS_TIMEOUT', 5, [2, 10], { ...LOSS, why: 'seconds until then', isOptional: true }),
];

const FLIGHT: readonly SettingRule[] = [
  exactly('FS_THR_ENABLE', 3, { why: 'lands when the transmitter is lost; 0 is for a Kite without one' }, [0]),
  exactly('FS_EKF_ACTION', 1, { why: 'lands without a position' }, [3]),
  exactly('FS_DR_ENABLE', LAND, { why: 'lands when only the wind tells where it is', isOptional: true }, [0]),
  exactly('BATT_FS_LOW_ACT', LAND, { why: 'lands when a battery is low', isOptional: true }),
  exactly('BATT_FS_CRT_ACT', LAND, { why: 'lands when a battery is critical', isOptional: true }),
  upTo('FENCE_ALT_MAX', fenceAltitudeM, { why: 'ends a climb above the ceiling of the station' }),
  upTo('FENCE_RADIUS', fenceRadiusM, { why: 'ends a drift that the line does not permit' }),
  bits('FENCE_TYPE', MAX_ALTITUDE | CIRCLE, MIN_ALTITUDE, {
    why: 'a fence for altitude and distance, none for the ground',
  }),
  exactly('FENCE_ACTION', 2, { why: 'lands when it breaks the fence' }),
  exactly('FENCE_ENABLE', 1, { why: 'the fence is a belt for the limits of the station' }),
];

const CM_PER_M = 100;
const HEIGHT_OF_RETURN = 'no return climbs above the ceiling';

/** Settings that 4.7 has renamed, some with another unit or meaning. */
const RENAMED: readonly { readonly old: SettingRule; readonly now: SettingRule }[] = [
  { old: ourSystem('SYSID_MYGCS'), now: ourSystem('MAV_GCS_SYSID') },
  {
    old: returnHeight('RTL_ALT', CM_PER_M, `centimetres: ${HEIGHT_OF_RETURN}`),
    now: returnHeight('RTL_ALT_M', 1, HEIGHT_OF_RETURN),
  },
  {
    old: exactly('ARMING_CHECK', 1, { why: 'all checks before arming' }),
    now: exactly('ARMING_SKIPCHK', 0, { why: 'no check before arming is skipped; 4.6 had the opposite' }),
  },
];

const NO_OTHER_STATION: SettingRule = {
  name: 'MAV_GCS_SYSID_HI',
  guards: 'StationLoss',
  why: 'no other ground station keeps that failsafe quiet',
  isOptional: true,
  wanted: () => 0,
  isSafe: (value, { ourSystem: system }) => value === 0 || value === system,
  wantedText: ({ ourSystem: system }) => `0 or ${system}`,
};

export const ARDUCOPTER_4_6: readonly SettingRule[] = [
  ...STATION_LOSS,
  ...RENAMED.map(({ now, old }) => ({ ...old, otherName: now })),
  ...FLIGHT,
];

export const ARDUCOPTER_4_7: readonly SettingRule[] = [
  ...STATION_LOSS,
  ...RENAMED.map(({ now, old }) => ({ ...now, otherName: old })),
  NO_OTHER_STATION,
  ...FLIGHT,
];

/** The heartbeat of the station must be the one that counts. */
function ourSystem(name: string): SettingRule {
  return {
    name,
    guards: 'StationLoss',
    why: 'the heartbeat of the station counts for that',
    isOptional: false,
    wanted: ({ ourSystem: system }) => system,
    isSafe: (value, { ourSystem: system }) => value === system,
    wantedText: ({ ourSystem: system }) => String(system),
  };
}

function returnHeight(name: string, perM: number, why: string): SettingRule {
  return {
    ...upTo(name, ({ ceilingM }) => perM * ceilingM, { why }),
    isSafe: (value, { ceilingM }) => value >= 0 && value <= perM * ceilingM,
  };
}
