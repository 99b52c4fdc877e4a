/** Small things that the station keeps by name, each as JSON text. Durable when a call has returned. */
export interface DocumentStore {
  get(name: string): string | undefined;
  /** @param text removes it when absent */
  set(name: string, text: string | undefined): void;
  /** Like `set`; what the store does not take is held in memory, shown by `get`, and tried again. Throws all the same, to be reported. */
  keep(name: string, text: string | undefined): void;
}
