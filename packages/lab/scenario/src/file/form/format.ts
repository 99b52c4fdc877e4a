import Type, { type TSchema } from 'typebox';
import { NOTIFICATION_NAMES } from '../../condition/contract-name.ts';
import { DURATION_PATTERN } from '../duration.ts';
import { MOMENT_PATTERN, STEP_NAME_PATTERN } from '../moment.ts';

/** Meaning of a scalar in a scenario file, beyond type and range. */
const FORMATS = [
  'duration',
  'moment',
  'condition',
  'step-name',
  'fault-name',
  'snapshot-name',
  'client-name',
  'notification',
  'date-time',
  'count',
] as const;
export type FieldFormat = (typeof FORMATS)[number];

const text = (format: FieldFormat, description: string, extras: object = {}) =>
  Type.String({ description, ...extras, 'x-format': format });

/** A time with its unit. */
export const duration = (description: string, standard?: string) =>
  text('duration', description, {
    pattern: `^${DURATION_PATTERN}$`,
    ...(standard !== undefined && { default: standard }),
  });

/** The name of a step, with an optional delay. */
export const moment = (description: string) => text('moment', description, { pattern: MOMENT_PATTERN });

export const condition = (description: string) => text('condition', description);

/** A name defined here. */
export const stepName = (description: string) =>
  text('step-name', description, { pattern: `^(?:${STEP_NAME_PATTERN})$` });

/** The name of a step that injects a fault. */
export const faultName = (description: string) => text('fault-name', description);

/** The name of a snapshot that an earlier step takes. */
export const snapshotName = (description: string) => text('snapshot-name', description);

export const clientName = (description: string) => text('client-name', description);

export const dateTime = (description: string, standard: string) =>
  text('date-time', description, { default: standard });

/** A notification, by name or code. */
export const notification = (description: string) =>
  Type.Unsafe<string | number>({
    description,
    anyOf: [{ enum: NOTIFICATION_NAMES }, { type: 'integer' }],
    'x-format': 'notification',
  });

/** A count: a number, or `at least 2`. */
export const count = (description: string) =>
  Type.Unsafe<string | number>({
    description,
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^at (?:least|most) \\d+$' },
    ],
    'x-format': 'count',
  });

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** Marks one of several forms, selected by the presence of this key. */
export const chosenBy = (key: string) => ({ 'x-key': key, additionalProperties: false });
