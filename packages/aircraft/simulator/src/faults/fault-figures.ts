import type { FaultRequest } from '@kitestring/station-contract/sim/fault.ts';
import { FAULTS, type FaultDefinition, type FaultType } from '@kitestring/station-contract/sim/faults.ts';

/** Longest time in a request: a day, seconds. */
const LONGEST_S = 86_400;

type FaultValues = Readonly<Record<string, number | string>>;

/** A request with all defaults filled in. */
export interface CheckedRequest {
  readonly type: FaultType;
  readonly atS: number;
  readonly durationS: number | undefined;
  readonly severity: number;
  readonly figures: FaultValues;
}

/** Schema of one parameter. */
interface FigureSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly default?: number | string;
}

/**
 * Checks a request against the definition of its type, so that NaN and infinity never reach the simulation.
 * @throws RangeError that names parameter, limit and value
 */
export function checkedRequest(request: FaultRequest): CheckedRequest {
  const { type, at = 0, duration, severity = 1, parameters = {} } = request;
  if (!Object.hasOwn(FAULTS, type)) throw new RangeError(`there is no fault ${String(type)}`);
  const definition: FaultDefinition = FAULTS[type];
  const atS = checkedNumber('at', at, { minimum: 0, maximum: LONGEST_S });
  if (duration !== undefined) checkedNumber('duration', duration, { minimum: 0, maximum: LONGEST_S });
  if (duration === 0) throw new RangeError('duration must be more than 0, got 0');
  if (request.severity !== undefined && definition.severity === undefined) {
    throw new RangeError(`${type} is there or not: it takes no severity, got ${request.severity}`);
  }
  checkedNumber('severity', severity, { minimum: 0, maximum: 1 });
  return { type, atS, durationS: duration, severity, figures: checkedFigures(definition, parameters) };
}

function checkedFigures(definition: FaultDefinition, given: FaultValues): FaultValues {
  const schemas = definition.parameters.properties as Readonly<Record<string, FigureSchema>>;
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(schemas, name)) continue;
    throw new RangeError(`there is no parameter ${name}; there are: ${Object.keys(schemas).join(', ') || 'none'}`);
  }
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, checkedFigure(name, given[name] ?? schema.default, schema)]),
  );
}

function checkedFigure(name: string, value: unknown, schema: FigureSchema): number | string {
  if (schema.enum !== undefined) {
    if (typeof value === 'string' && schema.enum.includes(value)) return value;
    throw new RangeError(`${name} must be one of ${schema.enum.join(', ')}, got ${String(value)}`);
  }
  if (schema.type === 'string') {
    const longest = schema.maxLength ?? 0;
    if (typeof value === 'string' && value.length <= longest) return value;
    throw new RangeError(`${name} must be a text of at most ${longest} characters`);
  }
  return checkedNumber(name, value, schema);
}

function checkedNumber(name: string, value: unknown, schema: FigureSchema): number {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const isInside = typeof value === 'number' && value >= minimum && value <= maximum;
  if (isInside && (type !== 'integer' || Number.isInteger(value))) return value;
  const kind = type === 'integer' ? 'an integer' : 'a number';
  throw new RangeError(`${name} must be ${kind} from ${minimum} to ${maximum}, got ${String(value)}`);
}
