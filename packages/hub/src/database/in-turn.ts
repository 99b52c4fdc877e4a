/** The same work, one after the other: what an earlier one has read never replaces what a later one has. */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(work, work);
    return last;
  };
}
