import type {
  BaseChange,
  PayloadChange,
  WeatherChange,
  WindChange,
} from '@kitestring/station-contract/sim/controls.ts';
import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import type { WireFaultRequest } from '@kitestring/station-contract/sim/wire-fault.ts';
import type { WireFaultType } from '@kitestring/station-contract/sim/wire-faults.ts';
import type { Action, ExpectedAnswer, FaultAction, TimelineStep, Trigger, WireFaultAction } from '../scenario.ts';
import { buildCommand, type CommandText, commandLabel } from './build-command.ts';
import { conditionOf, moment, seconds } from './build-scenario.ts';

/** A step as written in the file. */
export interface StepText {
  readonly name?: string;
  readonly at?: string;
  readonly after?: string;
  readonly wait?: string;
  readonly when?: string;
  readonly within?: string;
  readonly do?: CommandText;
  readonly as?: string;
  /** For a command its expected response, for a fault the expected refusal. */
  readonly expect?: ExpectedAnswer & { readonly none?: boolean; readonly refused?: string };
  readonly fault?: FaultType;
  readonly wire_fault?: WireFaultType;
  readonly operation?: string;
  readonly client?: string;
  readonly probability?: number;
  readonly seed?: number;
  readonly count?: number;
  readonly duration?: string;
  readonly severity?: number;
  readonly parameters?: Readonly<Record<string, number | string>>;
  readonly clear?: string;
  readonly wind?: WindChange;
  readonly weather?: WeatherChange;
  readonly base?: BaseChange;
  readonly payload?: PayloadChange;
  readonly safety_land_button?: 'pressed' | 'released';
  readonly parking_brake?: 'engaged' | 'disengaged';
  readonly snapshot?: string;
  readonly reset?: string;
  readonly reboot?: string;
  readonly repeat?: number;
  readonly steps?: readonly StepText[];
}

const DEFAULT_WITHIN_S = 120;

export function buildStep(text: StepText, firstClient: string, line: number): TimelineStep {
  const { name } = text;
  const action = actionOf(text, firstClient);
  return { line, name, label: label(text), trigger: trigger(text), action };
}

function trigger({ at, after, wait, when, within }: StepText): Trigger {
  if (at !== undefined) return { kind: 'at', atS: seconds(at) };
  if (after !== undefined) return { kind: 'after', moment: moment(after) };
  if (wait !== undefined) return { kind: 'wait', waitS: seconds(wait) };
  if (when === undefined) return { kind: 'next' };
  const withinS = within === undefined ? DEFAULT_WITHIN_S : seconds(within);
  return { kind: 'when', condition: conditionOf(when), withinS };
}

function actionOf(text: StepText, firstClient: string): Action | undefined {
  if (text.do !== undefined) return buildCommand(text.do, text.as ?? firstClient, expected(text));
  if (text.fault !== undefined) return fault(text, text.fault);
  if (text.wire_fault !== undefined) return wireFault(text, text.wire_fault);
  if (text.clear !== undefined) return { kind: 'clear', stepName: text.clear };
  if (text.wind !== undefined) return { kind: 'wind', wind: text.wind };
  if (text.weather !== undefined) return { kind: 'weather', weather: text.weather };
  if (text.base !== undefined) return { kind: 'base', base: text.base };
  if (text.payload !== undefined) return { kind: 'payload', payload: text.payload };
  if (text.safety_land_button !== undefined) {
    return { kind: 'safety-land-button', isPressed: text.safety_land_button === 'pressed' };
  }
  if (text.parking_brake !== undefined) return { kind: 'parking-brake', position: text.parking_brake };
  if (text.snapshot !== undefined) return { kind: 'snapshot', snapshotName: text.snapshot };
  if (text.reset !== undefined) return { kind: 'reset', snapshotName: text.reset };
  return text.reboot === undefined ? undefined : { kind: 'reboot', durationS: seconds(text.reboot) };
}

/** No answer has the status 0. */
const expected = ({ expect = {} }: StepText): ExpectedAnswer => (expect.none === true ? { status: 0 } : expect);

const fault = ({ duration, severity, parameters, expect }: StepText, type: FaultType): FaultAction => ({
  kind: 'fault',
  type,
  durationS: duration === undefined ? undefined : seconds(duration),
  severity,
  parameters: parameters ?? {},
  refusedFor: expect?.refused,
});

function wireFault(text: StepText, type: WireFaultType): WireFaultAction {
  const { operation, client, probability, seed, count, duration, parameters } = text;
  const request: WireFaultRequest = {
    type,
    ...(operation !== undefined && { operation }),
    ...(client !== undefined && { client }),
    ...(probability !== undefined && { probability }),
    ...(seed !== undefined && { seed }),
    ...(count !== undefined && { count }),
    ...(duration !== undefined && { duration: seconds(duration) }),
    ...(parameters !== undefined && { parameters }),
  };
  return { kind: 'wire-fault', request };
}

function label(text: StepText): string {
  const what = stepKind(text);
  return text.name === undefined ? what : `${text.name}: ${what}`;
}

function stepKind(text: StepText): string {
  if (text.do !== undefined) return `${text.as === undefined ? '' : `${text.as} `}${commandLabel(text.do)}`;
  if (text.fault !== undefined) return `fault ${text.fault}`;
  if (text.wire_fault !== undefined) return `wire fault ${text.wire_fault}`;
  if (text.clear !== undefined) return `clear ${text.clear}`;
  if (text.wind !== undefined) return `wind ${text.wind.speed_mps ?? ''}`.trim();
  if (text.weather !== undefined) return `weather ${Object.values(text.weather).join(' ')}`;
  if (text.base !== undefined) return `base ${Object.values(text.base).join(' ')}`;
  if (text.payload !== undefined) return 'payload';
  if (text.safety_land_button !== undefined) return `safety land button ${text.safety_land_button}`;
  if (text.parking_brake !== undefined) return `parking brake ${text.parking_brake}`;
  if (text.snapshot !== undefined) return `snapshot ${text.snapshot}`;
  if (text.reset !== undefined) return `reset to ${text.reset}`;
  if (text.reboot !== undefined) return `reboot ${text.reboot}`;
  return text.when === undefined ? 'wait' : `when ${text.when}`;
}
