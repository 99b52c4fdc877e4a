import type { Scope } from '@kitestring/contract/auth/scope.ts';
import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { PayloadName } from '@kitestring/contract/sim/controls.ts';
import type { FaultType } from '@kitestring/contract/sim/faults.ts';
import type { SettingName } from '@kitestring/server/config/settings.ts';
import type { Condition } from './condition/condition.ts';
import type { Moment } from './file/moment.ts';
import type { Part } from './observation.ts';

/** A scenario as it is run: everything read, checked and in units of the code. */
export interface Scenario {
  /** As it was named on the command line. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly family: string;
  readonly seed: number;
  readonly startUs: number;
  readonly settings: ReadonlyMap<SettingName, unknown>;
  readonly wind: Required<WindSpec>;
  readonly sea: Required<SeaSpec>;
  readonly cameraModel: CameraModel;
  readonly airborneAtM: number | undefined;
  /** The first one is meant where a step names none. */
  readonly clients: readonly ClientSpec[];
  /** Repeated steps as often as they are done. */
  readonly steps: readonly Step[];
  readonly settleS: number;
  readonly expectations: readonly Expectation[];
  /** What its conditions look at. */
  readonly parts: ReadonlySet<Part>;
}

export interface ClientSpec {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface WindSpec {
  readonly speed_mps?: number;
  readonly from_deg?: number;
  readonly turbulence?: 'none' | 'light' | 'moderate' | 'severe' | 'by_wind';
}

export interface SeaSpec {
  readonly sea_state?: number;
  readonly waves_from_deg?: number;
}

/** What the Ground Station stands on. */
export interface BaseSpec extends SeaSpec {
  readonly speed_mps?: number;
  readonly heading_deg?: number;
}

export interface PayloadSpec {
  readonly camera_model?: PayloadName;
  readonly online?: boolean;
}

export interface Step {
  readonly line: number;
  readonly name: string | undefined;
  /** What it is, for a person. */
  readonly label: string;
  readonly trigger: Trigger;
  readonly action: Action | undefined;
}

/** When a step happens. */
export type Trigger =
  | { readonly kind: 'next' }
  | { readonly kind: 'at'; readonly atS: number }
  | { readonly kind: 'wait'; readonly waitS: number }
  | { readonly kind: 'after'; readonly moment: Moment }
  | { readonly kind: 'when'; readonly condition: Condition; readonly withinS: number };

export type Action =
  | CommandAction
  | FaultAction
  | { readonly kind: 'clear'; readonly stepName: string }
  | { readonly kind: 'wind'; readonly wind: WindSpec }
  | { readonly kind: 'base'; readonly base: BaseSpec }
  | { readonly kind: 'payload'; readonly payload: PayloadSpec }
  | { readonly kind: 'safety-land-button'; readonly isPressed: boolean }
  | { readonly kind: 'parking-brake'; readonly position: 'engaged' | 'disengaged' }
  | { readonly kind: 'reboot'; readonly durationS: number };

export interface CommandAction {
  readonly kind: 'command';
  readonly client: string;
  /** Id of the operation in the contract. */
  readonly operation: string;
  readonly body: unknown;
  readonly parameters: Readonly<Record<string, string>>;
  /** Ask again and again, so that the lease does not end. */
  readonly renews: boolean;
  readonly expected: ExpectedAnswer;
}

/** What an answer must be; nothing given means any 2xx. */
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
  /** It must be refused, with a reason that contains this. */
  readonly refusedFor: string | undefined;
}

/** How often something may happen. */
export interface CountRange {
  readonly min: number;
  readonly max: number;
}

interface Judged {
  readonly line: number;
  readonly why: string | undefined;
  /** As it is written, for a person. */
  readonly text: string;
}

/** The part of the timeline in which something is judged; undefined ends are those of the timeline. */
export interface Span {
  readonly from: Moment | undefined;
  readonly until: Moment | undefined;
}

export type Expectation =
  | EventuallyExpectation
  | ThroughoutExpectation
  | NotificationExpectation
  | SequenceExpectation
  | (Judged & { readonly kind: 'at-end'; readonly condition: Condition });

export interface EventuallyExpectation extends Judged {
  readonly kind: 'eventually';
  readonly withinS: number;
  readonly of: Moment;
  readonly condition: Condition;
  readonly staysS: number;
}

export interface ThroughoutExpectation extends Judged, Span {
  readonly kind: 'always' | 'never';
  readonly condition: Condition;
  readonly while: Condition | undefined;
}

export interface NotificationExpectation extends Judged, Span {
  readonly kind: 'notification';
  readonly code: number;
  readonly begins: CountRange | undefined;
  readonly ends: CountRange | undefined;
  readonly within: { readonly s: number; readonly of: Moment } | undefined;
}

export interface SequenceExpectation extends Judged, Span {
  readonly kind: 'sequence';
  readonly field: string;
  readonly values: readonly string[];
}
