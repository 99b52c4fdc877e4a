/** The one that began last first: who looks for a session looks for what has just happened. */
export const newestFirst = <Session extends { readonly created_at: string }>(
  sessions: readonly Session[],
): readonly Session[] => sessions.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
