/** Longest wait for a silent station, in seconds in which the event loop ran: a stall of this machine counts as one. */
export const SILENCE_S = 15;

/**
 * Calls `giveUp` once if a station is silent, not if it or this machine is slow.
 * @param answers number of responses so far: each shows progress of the station
 * @returns a function that ends the watch
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
