import type { Unit } from './unit.ts';

export const COMPARISONS = ['<=', '>=', '!=', '<', '>', '='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Right side of a comparison. */
export type Operand =
  | { readonly kind: 'quantity'; readonly value: number; readonly unit: Unit }
  | { readonly kind: 'field'; readonly field: string };

/** Set of responses: a class such as `5xx`, a status, or an error code. */
export type AnswerPattern =
  | { readonly kind: 'class'; readonly hundreds: number }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'code'; readonly code: string };

/** A parsed condition on one observation. */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'flag'; readonly field: string }
  | { readonly kind: 'known'; readonly field: string }
  | { readonly kind: 'is'; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: 'compare'; readonly field: string; readonly comparison: Comparison; readonly right: Operand }
  | {
      readonly kind: 'between';
      readonly field: string;
      readonly low: number;
      readonly high: number;
      readonly unit: Unit;
    }
  | {
      readonly kind: 'near';
      readonly field: string;
      readonly distance: number;
      readonly unit: Unit;
      readonly of: Operand;
    }
  | { readonly kind: 'notification'; readonly code: number }
  | { readonly kind: 'fault'; readonly stepName: string }
  | { readonly kind: 'answer'; readonly pattern: AnswerPattern };
