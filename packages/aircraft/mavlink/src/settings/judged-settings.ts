import type { ParameterAnswer } from '@kitestring/mavlink-link';
import type { AutopilotSettings, UnsafeSetting } from '@kitestring/station-core/ports';
import type { AutopilotVersion, Firmware } from '../autopilot.ts';
import { ARDUCOPTER_4_6, ARDUCOPTER_4_7 } from './arducopter-rules.ts';
import { PX4 } from './px4-rules.ts';
import type { SettingLimits, SettingRule } from './setting-rule.ts';

/**
 * The rules of a firmware line. @param version undefined where the autopilot does not tell it: then the newest
 * @returns undefined for an autopilot whose parameters are not known
 */
export function settingRules(
  firmware: Firmware,
  version: AutopilotVersion | undefined,
): readonly SettingRule[] | undefined {
  if (firmware === 'Generic') return undefined;
  if (firmware === 'PX4') return PX4;
  const isOld = version !== undefined && (version.major < 4 || (version.major === 4 && version.minor < 7));
  return isOld ? ARDUCOPTER_4_6 : ARDUCOPTER_4_7;
}

/** A rule with what the autopilot holds. */
export interface JudgedSetting {
  readonly rule: SettingRule;
  readonly state: 'Safe' | 'Unsafe' | 'Absent' | 'Silent';
  /** Undefined where it holds none, or does not answer. */
  readonly value: number | undefined;
  readonly wanted: string;
}

export function judge(
  rules: readonly SettingRule[],
  answers: ReadonlyMap<string, ParameterAnswer>,
  limits: SettingLimits,
): readonly JudgedSetting[] {
  return rules.map((each) => {
    const rule = heldRule(each, answers);
    const answer = answers.get(rule.name) ?? { state: 'Silent' };
    const wanted = rule.wantedText(limits);
    if (answer.state !== 'Known') {
      const state = answer.state === 'Absent' && rule.isOptional ? 'Safe' : answer.state;
      return { rule, state, value: undefined, wanted };
    }
    // An unknown number is never a safe one.
    const isSafe = Number.isFinite(answer.value) && rule.isSafe(answer.value, limits);
    return { rule, state: isSafe ? 'Safe' : 'Unsafe', value: answer.value, wanted };
  });
}

/** The rule of the name that the autopilot has. */
function heldRule(rule: SettingRule, answers: ReadonlyMap<string, ParameterAnswer>): SettingRule {
  const { otherName } = rule;
  const isOther = answers.get(rule.name)?.state === 'Absent' && otherName !== undefined;
  return isOther && answers.get(otherName.name)?.state === 'Known' ? otherName : rule;
}

/** The report that the station judges by. */
export function reportOf(judged: readonly JudgedSetting[]): AutopilotSettings {
  const isRead = judged.every(({ rule, state }) => rule.guards === 'Flight' || state !== 'Silent');
  const unsafe = judged.filter(({ state }) => state === 'Unsafe' || state === 'Absent');
  const ofLoss = unsafe.filter(({ rule }) => rule.guards === 'StationLoss');
  return {
    stationLoss:
      ofLoss.length > 0
        ? { state: 'FliesOn', settings: ofLoss.map(unsafeOf) }
        : { state: isRead ? 'Lands' : 'NotRead' },
    unsafe: unsafe.map(unsafeOf),
  };
}

const unsafeOf = ({ rule, value, wanted }: JudgedSetting): UnsafeSetting => ({ name: rule.name, value, wanted });
