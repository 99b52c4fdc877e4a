import { Fault } from '@kitestring/base/fault.ts';
import type { Basis } from './check.ts';
import type { HttpExchange } from './link/exchange.ts';

/** A failed assertion. */
export interface Failure {
  readonly message: string;
  /** Request and response that prove it. */
  readonly exchange?: HttpExchange;
}

/** Ends a check early, because further assertions would be meaningless. The failure is already recorded. */
export class CheckStoppedFault extends Fault {}

interface Tally {
  assertions: number;
  readonly failures: Failure[];
}

const SHOWN_LENGTH = 200;

/**
 * Counts and evaluates the assertions of one check. A failure is recorded and the check continues, so that one run
 * shows all.
 */
export class Expectations {
  readonly #tally: Tally;
  readonly #isCounted: boolean;
  readonly #accepts: (basis: Basis) => boolean;

  /** @param accepts kinds of sentences to evaluate; others are neither counted nor failed */
  constructor(accepts: (basis: Basis) => boolean = () => true, basis: Basis = 'published', tally?: Tally) {
    this.#accepts = accepts;
    this.#isCounted = accepts(basis);
    this.#tally = tally ?? { assertions: 0, failures: [] };
  }

  /** For assertions that the published document leaves open. */
  get decided(): Expectations {
    return new Expectations(this.#accepts, 'decided', this.#tally);
  }

  get assertions(): number {
    return this.#tally.assertions;
  }

  get failures(): readonly Failure[] {
    return this.#tally.failures;
  }

  /** @param message what was expected and what was found, in one line */
  that(holds: boolean, message: string, exchange?: HttpExchange): boolean {
    if (!this.#isCounted) return holds;
    this.#tally.assertions += 1;
    if (!holds) this.#tally.failures.push({ message, ...(exchange !== undefined && { exchange }) });
    return holds;
  }

  equal(actual: unknown, expected: unknown, what: string, exchange?: HttpExchange): boolean {
    const holds = JSON.stringify(actual) === JSON.stringify(expected);
    return this.that(holds, `${what}: expected ${shown(expected)}, got ${shown(actual)}`, exchange);
  }

  oneOf(actual: unknown, allowed: readonly unknown[], what: string, exchange?: HttpExchange): boolean {
    const list = allowed.map(shown).join(' or ');
    return this.that(allowed.includes(actual), `${what}: expected ${list}, got ${shown(actual)}`, exchange);
  }

  near(actual: unknown, expected: number, tolerance: number, what: string, exchange?: HttpExchange): boolean {
    const holds = typeof actual === 'number' && Math.abs(actual - expected) <= tolerance;
    return this.that(holds, `${what}: expected ${expected} ± ${tolerance}, got ${shown(actual)}`, exchange);
  }

  matches(actual: string | undefined, pattern: RegExp, what: string, exchange?: HttpExchange): boolean {
    const holds = actual !== undefined && pattern.test(actual);
    return this.that(holds, `${what}: expected ${pattern}, got ${shown(actual)}`, exchange);
  }

  /** Like `that`, for a precondition of the rest. @throws CheckStoppedFault */
  needs(holds: boolean, message: string, exchange?: HttpExchange): void {
    if (!this.that(holds, message, exchange)) throw new CheckStoppedFault(message);
  }
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
