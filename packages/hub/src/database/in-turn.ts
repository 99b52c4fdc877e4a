/** The same work, one after the other: what an earlier one has read never replaces what a later one has. */
export function inTurn<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
