import { setTimeout } from 'node:timers/promises';
import { bundleProgram } from './bundle-program.ts';

/** A bundle takes seconds, and a look at the sources some hundredths of one. */
const LOOK_EVERY_MS = 500;

/**
 * Makes the bundle of the program, after another process of this clone that makes one: two test runs or starts at once are no failure.
 * @param onWait called once, before the first wait
 */
export async function bundleInTurn(onWait: () => void, make = bundleProgram): Promise<'there' | 'made' | 'failed'> {
  for (let isWaiting = false; ; isWaiting = true) {
    // Each look tries to make it: the claim of a process that was killed is over by its age.
    const outcome = await make();
    if (outcome !== 'taken') return outcome;
    if (!isWaiting) onWait();
    await setTimeout(LOOK_EVERY_MS);
  }
}
