import type { ClientResponse, Observation, ObservationPart } from '../observation.ts';
import type { AnswerPattern, Comparison, Condition, Operand } from './condition.ts';
import { type Field, fieldNamed } from './field.ts';
import type { Unit } from './unit.ts';

/** Evaluates a condition on an observation. */
export type Holds = (observation: Observation) => boolean;
type ReadNumber = (observation: Observation) => number | undefined;

/**
 * Compiles a condition to a closure: it is evaluated ten times per simulated second. With an unknown field every
 * comparison is false.
 */
export function compileCondition(condition: Condition): Holds {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return joined(condition.kind, condition.parts.map(compileCondition));
    case 'not': {
      const holds = compileCondition(condition.part);
      return (observation) => !holds(observation);
    }
    case 'notification':
      return ({ active }) => active.has(condition.code);
    case 'fault':
      return (observation) => observation.isFaultActive(condition.stepName);
    case 'answer':
      return ({ answers }) => answers.some((answer) => matches(condition.pattern, answer));
    default:
      return compileFieldTest(condition);
  }
}

/** The parts of an observation that a condition uses. */
export function partsOf(condition: Condition): ObservationPart[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.parts.flatMap(partsOf);
    case 'not':
      return partsOf(condition.part);
    case 'notification':
    case 'fault':
    case 'answer':
      return [];
    default:
      return fields(condition).flatMap((name) => fieldOf(name).part ?? []);
  }
}

type FieldTest = Extract<Condition, { field: string }>;

/** Names of the fields that a field test uses. */
export function fields(test: FieldTest): string[] {
  const operand = test.kind === 'compare' ? test.right : test.kind === 'near' ? test.of : undefined;
  return operand?.kind === 'field' ? [test.field, operand.field] : [test.field];
}

const matches = (pattern: AnswerPattern, { status, code }: ClientResponse): boolean => {
  if (pattern.kind === 'class') return Math.floor(status / 100) === pattern.hundreds;
  return pattern.kind === 'status' ? status === pattern.status : code === pattern.code;
};

function joined(kind: 'all' | 'any', parts: readonly Holds[]): Holds {
  if (kind === 'all') return (observation) => parts.every((holds) => holds(observation));
  return (observation) => parts.some((holds) => holds(observation));
}

function compileFieldTest(test: FieldTest): Holds {
  switch (test.kind) {
    case 'flag': {
      const { read } = fieldOf(test.field);
      return (observation) => read(observation) === true;
    }
    case 'known': {
      const { read } = fieldOf(test.field);
      return (observation) => read(observation) !== undefined;
    }
    case 'is':
      return compileIs(fieldOf(test.field), test.values);
    case 'compare':
      return compileComparison(number(test.field), test.comparison, operandOf(test.right));
    case 'between': {
      const read = number(test.field);
      return (observation) => {
        const value = read(observation);
        return value !== undefined && value >= test.low && value <= test.high;
      };
    }
    case 'near':
      return compileNear(number(test.field), operandOf(test.of), test.distance, test.unit);
  }
}

function compileIs({ read }: Field, values: readonly string[]): Holds {
  const [only] = values;
  if (values.length === 1) return (observation) => read(observation) === only;
  return (observation) => values.includes(String(read(observation)));
}

function compileComparison(read: ReadNumber, comparison: Comparison, right: ReadNumber): Holds {
  const compare = COMPARE[comparison];
  return (observation) => {
    const value = read(observation);
    const other = right(observation);
    return value !== undefined && other !== undefined && compare(value, other);
  };
}

const COMPARE: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
};

function compileNear(read: ReadNumber, other: ReadNumber, distance: number, unit: Unit): Holds {
  const apart = unit === 'deg' ? degreesApart : (left: number, right: number) => Math.abs(left - right);
  return (observation) => {
    const value = read(observation);
    const middle = other(observation);
    return value !== undefined && middle !== undefined && apart(value, middle) <= distance;
  };
}

/** Angular distance, degrees, 0 to 180. */
function degreesApart(left: number, right: number): number {
  const apart = Math.abs(left - right) % 360;
  return apart > 180 ? 360 - apart : apart;
}

function operandOf(operand: Operand): ReadNumber {
  return operand.kind === 'field' ? number(operand.field) : () => operand.value;
}

function number(name: string): ReadNumber {
  const field = fieldOf(name);
  if (field.kind !== 'number') throw new Error(`${name} is no number, which the parser should have refused`);
  return field.read;
}

function fieldOf(name: string): Field {
  const field = fieldNamed(name);
  if (field === undefined) throw new Error(`there is no field ${name}, which the parser should have refused`);
  return field;
}
