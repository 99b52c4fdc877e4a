import { isScope, type Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { DatabaseRow } from './database-connection.ts';

const CAMEL_CASE = new Map<string, string>();

function camelCase(column: string): string {
  const known = CAMEL_CASE.get(column) ?? column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  CAMEL_CASE.set(column, known);
  return known;
}

/**
 * The record of a row: its fields are the columns, without those that are NULL. The tables are STRICT, so their types are
 * those of the columns.
 */
export const asRecord = <Row>(row: DatabaseRow): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => (value === null ? [] : [[camelCase(column), value]])),
  ) as Row;

/** Scopes as stored: separated by spaces, as in OAuth. */
export const scopesToText = (scopes: readonly Scope[]): string => scopes.join(' ');

export const scopesFromText = (text: unknown): readonly Scope[] => String(text).split(' ').filter(isScope);
