import { describe, it } from 'node:test';
import { comesTrue, SHIFT, shippedScenario } from './support/shipped-scenario.ts';

const skip =
  process.env.TEST_LEFT_OUT === undefined && 'twelve flights take a minute of processor time: npm run test:left-out';

/** Where others take every core it has a tenth of one. */
const WITHIN_MS = 25 * 60_000;

describe('the shift that ships', { skip }, () => {
  it('comes true for its whole eight hours', { timeout: WITHIN_MS }, ({ signal }) =>
    comesTrue(shippedScenario(SHIFT), signal),
  );
});
