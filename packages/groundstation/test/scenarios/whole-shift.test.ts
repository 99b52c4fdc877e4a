import { describe, it } from 'node:test';
import { comesTrue, SHIFT, scenarioOf } from './support/shipped-scenario.ts';

const skip =
  process.env.TEST_LEFT_OUT === undefined && 'twelve flights take a minute of processor time: npm run test:left-out';

describe('the shift that ships', { skip }, () => {
  it('comes true for its whole eight hours', ({ signal }) => comesTrue(scenarioOf(SHIFT), signal));
});
