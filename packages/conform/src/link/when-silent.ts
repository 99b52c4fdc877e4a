/** Longest wait for a station that answers nothing, in seconds in which the event loop turned: one in which this machine stood still is one. */
export const SILENCE_S = 15;

/**
 * Calls `giveUp` once where a station is silent, not where it or this machine is slow.
 * @param answers how many there have been: each shows that the station gets on with what it was asked
 * @returns what ends the watch
 */
export function whenSilent(giveUp: () => void, answers: () => number = () => 0): () => void {
  let answered = answers();
  let silentS = 0;
  const timer = setInterval(() => {
    silentS = answers() === answered ? silentS + 1 : 0;
    answered = answers();
    if (silentS < SILENCE_S) return;
    clearInterval(timer);
    giveUp();
  }, 1000);
  return () => clearInterval(timer);
}
