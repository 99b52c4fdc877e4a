import { MUTANTS } from './mutants.ts';
import { judgedBy } from './run-mutant.ts';

/*
 * `npm run mutate`: applies one mutant at a time, runs tests and verification, and reports which of them fails. With
 * numbers, only those mutants: `npm run mutate -- 3 17`. Exit code 1 when a mutant survives.
 */
const numbers = process.argv.slice(2).map(Number);
if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > MUTANTS.length)) {
  console.error(`which mutants? numbers from 1 to ${MUTANTS.length}, or none for all of them`);
  process.exit(2);
}

const atFault = await judgedBy(undefined);
if (atFault !== undefined) {
  console.error(`nothing is wrong yet, and the ${atFault} fail: mend that first`);
  process.exit(1);
}

const chosen = MUTANTS.map((mutant, index) => ({ mutant, number: index + 1 })).filter(
  ({ number }) => numbers.length === 0 || numbers.includes(number),
);
let living = 0;
for (const [index, { mutant, number }] of chosen.entries()) {
  const judge = await judgedBy(mutant);
  if (judge === undefined) living += 1;
  const verdict = judge === undefined ? 'LIVES' : judge;
  console.log(
    `${String(number).padStart(2)} ${verdict.padEnd(12)} ${mutant.file}: ${mutant.is}  [${index + 1} of ${chosen.length}]`,
  );
}
console.log(`\n${chosen.length - living} of ${chosen.length} mutants noticed`);
process.exitCode = living > 0 ? 1 : 0;
