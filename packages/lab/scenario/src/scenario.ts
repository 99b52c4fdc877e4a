import type { SettingName } from '@kitestring/settings/settings.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type {
  BaseChange,
  PayloadChange,
  WeatherChange,
  WindChange,
} from '@kitestring/station-contract/sim/controls.ts';
import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import type { WireFaultRequest } from '@kitestring/station-contract/sim/wire-fault.ts';
import type { Condition } from './condition/condition.ts';
import type { StepMoment } from './file/moment.ts';
import type { ObservationPart } from './observation.ts';

/** An executable scenario: parsed, validated and in internal units. */
export interface Scenario {
  /** File name from the command line. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly family: string;
  readonly seed: number;
  readonly startUs: number;
  readonly settings: ReadonlyMap<SettingName, unknown>;
  readonly wind: Required<WindChange>;
  readonly weather: WeatherSpec;
  readonly sea: Required<SeaSpec>;
  readonly cameraModel: CameraModel;
  readonly airborneAtM: number | undefined;
  /** The first one is the default of all steps. */
  readonly clients: readonly ClientSpec[];
  /** Repeated steps are expanded. */
  readonly steps: readonly TimelineStep[];
  readonly settleS: number;
  readonly expectations: readonly Expectation[];
  /** Parts of the observation that its conditions use. */
  readonly parts: ReadonlySet<ObservationPart>;
}

export interface ClientSpec {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** Without an hour the sun follows the station's clock. */
export type WeatherSpec = Required<Omit<WeatherChange, 'solar_hour'>> & Pick<WeatherChange, 'solar_hour'>;

export type SeaSpec = Pick<BaseChange, 'sea_state' | 'waves_from_deg'>;

export interface TimelineStep {
  readonly line: number;
  readonly name: string | undefined;
  /** Description for a person. */
  readonly label: string;
  readonly trigger: Trigger;
  readonly action: Action | undefined;
}

/** Trigger of a step. */
export type Trigger =
  | { readonly kind: 'next' }
  | { readonly kind: 'at'; readonly atS: number }
  | { readonly kind: 'wait'; readonly waitS: number }
  | { readonly kind: 'after'; readonly moment: StepMoment }
  | { readonly kind: 'when'; readonly condition: Condition; readonly withinS: number };

export type Action =
  | CommandAction
  | FaultAction
  | WireFaultAction
  | { readonly kind: 'clear'; readonly stepName: string }
  | { readonly kind: 'wind'; readonly wind: WindChange }
  | { readonly kind: 'weather'; readonly weather: WeatherChange }
  | { readonly kind: 'base'; readonly base: BaseChange }
  | { readonly kind: 'payload'; readonly payload: PayloadChange }
  | { readonly kind: 'safety-land-button'; readonly isPressed: boolean }
  | { readonly kind: 'snapshot' | 'reset'; readonly snapshotName: string }
  | { readonly kind: 'parking-brake'; readonly position: 'engaged' | 'disengaged' }
  | { readonly kind: 'reboot'; readonly durationS: number };

export interface CommandAction {
  readonly kind: 'command';
  readonly client: string;
  /** Id of the operation in the contract. */
  readonly operation: string;
  readonly body: unknown;
  readonly parameters: Readonly<Record<string, string>>;
  /** Renews repeatedly, so that the lease does not lapse. */
  readonly renews: boolean;
  readonly expected: ExpectedAnswer;
}

/** Expected response; empty: any 2xx. */
export interface ExpectedAnswer {
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
}

export interface FaultAction {
  readonly kind: 'fault';
  readonly type: FaultType;
  readonly durationS: number | undefined;
  readonly severity: number | undefined;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Must be refused, with a reason that contains this. */
  readonly refusedFor: string | undefined;
}

/** A fault between the station and its clients. */
export interface WireFaultAction {
  readonly kind: 'wire-fault';
  readonly request: WireFaultRequest;
}

/** Allowed number of occurrences. */
export interface CountRange {
  readonly min: number;
  readonly max: number;
}

interface ExpectationSource {
  readonly line: number;
  readonly why: string | undefined;
  /** As written in the file. */
  readonly text: string;
}

/** Span of the timeline that is judged; undefined ends are those of the timeline. */
export interface TimelineSpan {
  readonly from: StepMoment | undefined;
  readonly until: StepMoment | undefined;
}

export type Expectation =
  | EventuallyExpectation
  | ThroughoutExpectation
  | NotificationExpectation
  | SequenceExpectation
  | (ExpectationSource & { readonly kind: 'at-end'; readonly condition: Condition });

export interface EventuallyExpectation extends ExpectationSource {
  readonly kind: 'eventually';
  readonly withinS: number;
  readonly of: StepMoment;
  readonly condition: Condition;
  readonly staysS: number;
}

export interface ThroughoutExpectation extends ExpectationSource, TimelineSpan {
  readonly kind: 'always' | 'never';
  readonly condition: Condition;
  readonly while: Condition | undefined;
}

export interface NotificationExpectation extends ExpectationSource, TimelineSpan {
  readonly kind: 'notification';
  readonly code: number;
  readonly begins: CountRange | undefined;
  readonly ends: CountRange | undefined;
  readonly within: { readonly s: number; readonly of: StepMoment } | undefined;
}

export interface SequenceExpectation extends ExpectationSource, TimelineSpan {
  readonly kind: 'sequence';
  readonly field: string;
  readonly values: readonly string[];
}
