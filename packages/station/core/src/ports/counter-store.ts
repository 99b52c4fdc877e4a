/** Named numbers that survive a restart (flight hours, the last station time). Durable when `set` has returned. */
export interface CounterStore {
  get(name: string): number | undefined;
  set(name: string, value: number): void;
  /** Like `set`; what the store does not take is held in memory, shown by `get`, and tried again. Throws all the same, to be reported. */
  keep(name: string, value: number): void;
}
