import type { Page } from 'playwright-core';

interface PageSize {
  /** Heap of scripts after a forced collection, MiB. */
  readonly heapMib: number;
  /** All nodes in memory, and those of the document; the rest are removed, or belong to media elements. */
  readonly nodes: number;
  readonly attached: number;
}

/** Thrown by Playwright, which delivers a message of the station to a socket that the page has closed; the page itself sends none. */
export const BY_PLAYWRIGHT = 'WebSocket is already in CLOSING or CLOSED state.';

/** End of the address; the operator presses again when one is refused, and reports what stays refused. */
export const SNAPSHOTS = '/station/v1/snapshots';

/** In the page: the nodes of its document. */
const ATTACHED = `(() => {
  const walker = document.createTreeWalker(document);
  let count = 1;
  while (walker.nextNode() !== null) count += 1;
  return count;
})()`;

/** A page that stays open for the whole duty: its requests, errors and growth. */
export class DutyPage {
  readonly name: string;
  readonly page: Page;
  /** Errors of scripts and policy, and answers of 500 and above, but of snapshots. */
  readonly troubles: string[] = [];
  lateSnapshots = 0;
  readonly sizes: PageSize[] = [];
  requests = 0;
  /** WebSockets opened so far, of states and of pictures. */
  connections = 0;

  constructor(name: string, page: Page) {
    this.name = name;
    this.page = page;
    page.on('pageerror', (error) => {
      if (error.message !== BY_PLAYWRIGHT) this.troubles.push(`${name}: ${error}`);
    });
    page.on('request', () => (this.requests += 1));
    page.on('websocket', () => (this.connections += 1));
    page.on('response', (response) => {
      if (response.status() < 500) return;
      if (response.url().endsWith(SNAPSHOTS)) this.lateSnapshots += 1;
      else this.troubles.push(`${name}: ${response.status()} ${new URL(response.url()).pathname}`);
    });
  }

  async weigh(): Promise<PageSize> {
    const debug = await this.page.context().newCDPSession(this.page);
    try {
      await debug.send('HeapProfiler.collectGarbage');
      const { usedSize } = await debug.send('Runtime.getHeapUsage');
      const { nodes } = await debug.send('Memory.getDOMCounters');
      const attached = await this.page.evaluate<number>(ATTACHED);
      const size = { heapMib: usedSize / 2 ** 20, nodes, attached };
      this.sizes.push(size);
      return size;
    } finally {
      await debug.detach();
    }
  }

  /** Growth from the first measurement, after everything was opened once, to the last. */
  get grownMib(): number {
    return (this.sizes.at(-1)?.heapMib ?? 0) - (this.sizes[0]?.heapMib ?? 0);
  }
}
