import type { Queries } from './database.ts';

/** Newest event, oldest event that is kept, newest in the stream of the broker; and the last check of the clock, Unix milliseconds. */
type CounterName = 'event' | 'first_event' | 'published' | 'archive_clock';

/** @returns undefined when it was never set */
export async function readCounter({ query }: Queries, name: CounterName): Promise<number | undefined> {
  const [row] = await query<{ value: number }>('SELECT value FROM counter WHERE name = $1', [name]);
  return row?.value;
}

export async function setCounter({ query }: Queries, name: CounterName, value: number): Promise<void> {
  await query('INSERT INTO counter (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2', [
    name,
    value,
  ]);
}
