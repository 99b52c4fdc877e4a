import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** Flight and API go first. A process that stays at its priority works, too. @param nice 0 to 19, the last is the lowest */
export function lowerPriority({ pid }: ChildProcess, nice: number): void {
  try {
    if (pid !== undefined) setPriority(pid, nice);
  } catch {
    // Not permitted by the system, or the process has ended already.
  }
}
