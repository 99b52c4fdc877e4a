/** Small things that the station keeps by name, each as JSON text. Durable when a call has returned. */
export interface DocumentStore {
  get(name: string): string | undefined;
  /** @param text removes it when absent */
  set(name: string, text: string | undefined): void;
}
