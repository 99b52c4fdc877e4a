/** Newest first: people usually look for recent sessions. */
export const newestFirst = <Session extends { readonly created_at: string }>(
  sessions: readonly Session[],
): readonly Session[] => sessions.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
