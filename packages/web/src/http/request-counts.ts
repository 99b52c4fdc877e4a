/** Number of responses by operation and status. Plain numbers: counting must not cost a request anything. */
export class RequestCounts {
  readonly #byOperation = new Map<string, Map<number, number>>();

  add(operationId: string, status: number): void {
    let statuses = this.#byOperation.get(operationId);
    if (statuses === undefined) {
      statuses = new Map();
      this.#byOperation.set(operationId, statuses);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  *entries(): Iterable<{ readonly operationId: string; readonly status: number; readonly count: number }> {
    for (const [operationId, statuses] of this.#byOperation) {
      for (const [status, count] of statuses) yield { operationId, status, count };
    }
  }
}
