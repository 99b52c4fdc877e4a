import { notificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { AnswerPattern, Condition, Operand } from './condition.ts';
import { quantityText } from './unit.ts';

/** Text of a condition; parsing it gives the same condition. */
export function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'all':
      return condition.parts.map(groupText).join(' and ');
    case 'any':
      return condition.parts.map(groupText).join(' or ');
    case 'not':
      return `not ${groupText(condition.part)}`;
    case 'flag':
      return condition.field;
    case 'known':
      return `${condition.field} is known`;
    case 'is':
      return isText(condition.field, condition.values.map(valueText));
    case 'compare':
      return `${condition.field} ${condition.comparison} ${operandText(condition.right)}`;
    case 'between': {
      const { field, low, high, unit } = condition;
      return `${field} between ${quantityText(low, unit)} and ${quantityText(high, unit)}`;
    }
    case 'near':
      return `${condition.field} within ${quantityText(condition.distance, condition.unit)} of ${operandText(condition.of)}`;
    case 'notification':
      return `notification ${notificationName(condition.code) ?? condition.code} is active`;
    case 'fault':
      return `fault "${condition.stepName}" is active`;
    case 'answer':
      return `answer is ${patternText(condition.pattern)}`;
  }
}

const groupText = (condition: Condition): string =>
  condition.kind === 'all' || condition.kind === 'any' ? `(${conditionText(condition)})` : conditionText(condition);

const isText = (field: string, values: readonly string[]): string =>
  values.length === 1 ? `${field} is ${values[0]}` : `${field} in (${values.join(', ')})`;

const valueText = (value: string): string => (/^[A-Za-z]+$/.test(value) && !WORDS.has(value) ? value : `"${value}"`);
/** Keywords that cannot be plain values. */
const WORDS = new Set(['not', 'known', 'unknown']);

const operandText = (operand: Operand): string =>
  operand.kind === 'field' ? operand.field : quantityText(operand.value, operand.unit);

function patternText(pattern: AnswerPattern): string {
  if (pattern.kind === 'class') return `${pattern.hundreds}xx`;
  return pattern.kind === 'status' ? String(pattern.status) : pattern.code;
}
