/** Seconds for slow hashes, made one after the other: on a busy machine they take many, and such a request is not repeated. */
export const HASHED_WITHIN_S = 60;
