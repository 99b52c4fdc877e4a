/** Longest wait for a silent station, in seconds in which the event loop ran: a stall of this machine counts as one. */
export const SILENCE_S = 15;
/** For a station that has answered before: on a busy machine a recorder takes long to start. */
export const SLOW_S = 45;

/**
 * Calls `giveUp` once if a station is silent, not if it or this machine is slow.
 * @param answers number of responses so far: each shows progress of the station
 * @param silenceS after which it is called
 * @returns a function that ends the watch
 */
export function whenSilent(giveUp: () => void, answers: () => number = () => 0, silenceS = SILENCE_S): () => void {
  let answered = answers();
  let silentS = 0;
  const timer = setInterval(() => {
    silentS = answers() === answered ? silentS + 1 : 0;
    answered = answers();
    if (silentS < silenceS) return;
    clearInterval(timer);
    giveUp();
  }, 1000);
  return () => clearInterval(timer);
}
