import type { Observation } from '../observation.ts';
import { fields } from './compile-condition.ts';
import type { Condition } from './condition.ts';
import { notificationLabel } from './contract-name.ts';
import { fieldNamed } from './field.ts';
import { quantityText } from './unit.ts';

/** Values of all fields of a condition in an observation: `altitude 31.2 m, gps_fix false`. */
export function conditionValues(condition: Condition, observation: Observation): string {
  return [...new Set(values(condition, observation))].join(', ');
}

function values(condition: Condition, observation: Observation): string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.parts.flatMap((part) => values(part, observation));
    case 'not':
      return values(condition.part, observation);
    case 'notification':
      return [activity(notificationLabel(condition.code), observation.active.has(condition.code))];
    case 'fault':
      return [activity(`fault "${condition.stepName}"`, observation.isFaultActive(condition.stepName))];
    case 'answer':
      return observation.answers.map(
        ({ client, request, status, code = '', message = '' }) =>
          `${client}: ${request} got ${status} ${code} ${message}`,
      );
    default:
      return fields(condition).map((name) => `${name} ${fieldText(name, observation)}`);
  }
}

const activity = (name: string, isActive: boolean): string => `${name} ${isActive ? 'active' : 'not active'}`;

/** The value of a field with its unit. */
function fieldText(name: string, observation: Observation): string {
  const field = fieldNamed(name);
  const value = field?.read(observation);
  if (field === undefined || value === undefined) return 'unknown';
  return field.kind === 'number' && typeof value === 'number'
    ? quantityText(Math.round(value * 100) / 100, field.unit)
    : String(value);
}
