import type { FleetEvent } from '@kitestring/hub-contract/fleet/events.ts';
import { assertDescribedMessage } from './described.ts';
import type { HubProcess } from './hub-process.ts';
import { until } from './until.ts';

interface StreamOptions {
  readonly query?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onEvent?: (event: FleetEvent) => void;
}

/** Reads server-sent events as a browser does. */
export async function readEventStream(
  hub: HubProcess,
  { headers, key = hub.key, onEvent, query = '' }: StreamOptions = {},
) {
  const closed = new AbortController();
  const response = await fetch(`${hub.url}/fleet/v1/events${query}`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${key}`, ...headers },
    signal: closed.signal,
  });
  if (response.status !== 200 || response.body === null) throw new Error(`no stream: ${await response.text()}`);
  const { body } = response;
  const seen: { readonly id: string; readonly event: FleetEvent }[] = [];
  const ended = (async () => {
    let text = '';
    for await (const bytes of body) {
      text += Buffer.from(bytes).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        const data = fields.get('data');
        if (data === undefined) continue;
        const event = JSON.parse(data);
        assertDescribedMessage('fleet.events', fields.get('event') ?? 'event', event);
        seen.push({ id: fields.get('id') ?? '', event });
        onEvent?.(event);
      }
    }
  })().catch((fault: unknown) => {
    if (!closed.signal.aborted) throw fault;
  });
  return {
    ended,
    /** Resolves with the next `count` events. */
    take: async (count: number) => {
      await until(`${count} events`, () => seen.length >= count);
      return seen.splice(0, count);
    },
    close: () => closed.abort(),
  };
}
