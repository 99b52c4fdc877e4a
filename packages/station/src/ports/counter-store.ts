/** Named numbers that survive a restart (flight hours, the last station time). Durable when `set` has returned. */
export interface CounterStore {
  get(name: string): number | undefined;
  set(name: string, value: number): void;
}
