import Type, {
  type Static,
  type TEnumValue,
  type TNumberOptions,
  type TObject,
  type TProperties,
  type TSchemaOptions,
  type TStringOptions,
} from 'typebox';
import { type SchemaDifference, versioned } from './versions/schema-versions.ts';
import type { ByVersion } from './versions.ts';

/** A moment: RFC 3339 with microseconds and offset, for example `2026-03-01T09:30:00.250000+00:00`. */
export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-03-01T09:30:00.250000+00:00'] });

/** A text with its description and one example, in these limits. */
export const Text = (description: string, example: string, limits: TStringOptions = {}) =>
  Type.String({ ...limits, description, examples: [example] });

/** A number whose unit its description names, with one example, in these limits. */
export const Quantity = (description: string, example: number, limits: TNumberOptions = {}) =>
  Type.Number({ ...limits, description, examples: [example] });

/** A whole number with its description and one example, in these limits. */
export const Whole = (description: string, example: number, limits: TNumberOptions = {}) =>
  Type.Integer({ ...limits, description, examples: [example] });

/** True or false with its description and one example. */
export const YesNo = (description: string, example: boolean, options: TSchemaOptions = {}) =>
  Type.Boolean({ ...options, description, examples: [example] });

/** One of these values, with its description and an example. */
export const OneOf = <Values extends TEnumValue[]>(
  values: readonly [...Values],
  description: string,
  example?: Values[number],
) => Type.Enum(values, { description, ...(example !== undefined && { examples: [example] }) });

/** An object of the wire with its own name in the OpenAPI document, and its differences in older versions. */
export const named = <P extends TProperties>(
  name: string,
  description: string,
  properties: P,
  versions: ByVersion<SchemaDifference> = {},
): TObject<P> => versioned(Type.Object(properties, { $id: name, description }), versions);

/** Latitude, degrees WGS 84, north positive, in (-90, 90]: the published limits exclude the south pole. */
export const LatitudeDeg = (description: string) =>
  Type.Number({ exclusiveMinimum: -90, maximum: 90, description, examples: [47.3769] });

/** Latitude in [-90, 90]: the published limits of the Kite’s own position include the south pole. */
export const KiteLatitudeDeg = (description: string) =>
  Type.Number({ minimum: -90, maximum: 90, description, examples: [47.3769] });

/** Longitude, degrees WGS 84, east positive, in (-180, 180]. */
export const LongitudeDeg = (description: string) =>
  Type.Number({ exclusiveMinimum: -180, maximum: 180, description, examples: [8.5417] });

export const ElevationM = (description: string) => Type.Number({ description, examples: [408] });

export const AccuracyM = (description: string) => Type.Number({ minimum: 0, description, examples: [0.8] });

/** Angle relative to North or the horizon (NED), degrees, in (-180, 180]. */
export const AngleNedDeg = (description: string, example: number) =>
  Type.Number({ exclusiveMinimum: -180, maximum: 180, description, examples: [example] });

/** The value rounded to at most `decimals` digits after the point, beyond which the figure has no meaning. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const rounded = Math.round(value * factor) / factor;
  // Avoids -0.
  return rounded === 0 ? 0 : rounded;
}

export type { Static };
