import { fillTemplate, type PlaceholdersOf } from '@kitestring/base/template.ts';
import { ADMINISTRATION_ERRORS } from './errors/administration.ts';
import type { ErrorDefinition } from './errors/error-definition.ts';
import { FLEET_ERRORS } from './errors/fleet.ts';
import { NO_ACCESS_ERRORS } from './errors/no-access.ts';
import { NOT_NOW_ERRORS } from './errors/not-now.ts';
import { NOT_THERE_ERRORS } from './errors/not-there.ts';
import { REPLAY_ERRORS } from './errors/replay.ts';
import { SIMULATION_ERRORS } from './errors/simulation.ts';
import { STATION_TROUBLE_ERRORS } from './errors/station-trouble.ts';
import { WHOLE_REQUEST_ERRORS } from './errors/whole-request.ts';
import { WRONG_INPUT_ERRORS } from './errors/wrong-input.ts';

export type { ErrorDefinition };

/**
 * Every error the API answers with. `code` is stable: clients branch on it. The message of an answer is a template of
 * this table filled with values: it names the field, the limit and the value.
 */
export const ERRORS = {
  ...WRONG_INPUT_ERRORS,
  ...NO_ACCESS_ERRORS,
  ...NOT_THERE_ERRORS,
  ...NOT_NOW_ERRORS,
  ...WHOLE_REQUEST_ERRORS,
  ...STATION_TROUBLE_ERRORS,
  ...SIMULATION_ERRORS,
  ...ADMINISTRATION_ERRORS,
  ...FLEET_ERRORS,
  ...REPLAY_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;

type Templates = { readonly [Code in ErrorCode]: (typeof ERRORS)[Code]['message'] };

/** A code, or a code and which of its causes: `NOT_RECORDING`, `LIDS_STUCK.notOpen`. */
export type ErrorCause = {
  [Code in ErrorCode]: Templates[Code] extends string ? Code : `${Code}.${keyof Templates[Code] & string}`;
}[ErrorCode];

type TemplateOf<Cause extends ErrorCause> = Cause extends `${infer Code extends ErrorCode}.${infer Which}`
  ? Which extends keyof Templates[Code]
    ? Templates[Code][Which]
    : never
  : Cause extends ErrorCode
    ? Templates[Cause]
    : never;

/** Values that the message of this cause needs. */
export type ErrorValues<Cause extends ErrorCause> = Readonly<
  Record<PlaceholdersOf<TemplateOf<Cause> & string>, string | number>
>;

export const errorCode = (cause: ErrorCause): ErrorCode => cause.split('.', 1)[0] as ErrorCode;

/** Every cause of a code with its template, the documented example's first. */
export function causesOf(code: ErrorCode): readonly (readonly [ErrorCause, string])[] {
  const { message }: ErrorDefinition = ERRORS[code];
  if (typeof message === 'string') return [[code as ErrorCause, message]];
  return Object.entries(message).map(([which, template]) => [`${code}.${which}` as ErrorCause, template]);
}

/** The message of an answer. */
export function errorMessage<Cause extends ErrorCause>(cause: Cause, values: ErrorValues<Cause>): string {
  const { message }: ErrorDefinition = ERRORS[errorCode(cause)];
  const template = typeof message === 'string' ? message : (message[cause.slice(cause.indexOf('.') + 1)] ?? '');
  return fillTemplate(template, values);
}

/** The documented example of a message. */
export function exampleMessage(code: ErrorCode): string {
  const { sample = {} }: ErrorDefinition = ERRORS[code];
  return fillTemplate(causesOf(code)[0]?.[1] ?? '', sample);
}
