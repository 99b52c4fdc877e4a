import { createHmac } from 'node:crypto';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { PluginRecord } from '@kitestring/station-core/ports';
import { mayWatch, type ViewerTickets } from '@kitestring/station-core/videostreams';

/** 160 bits: not guessable, and short enough for an address. */
const TICKET_BYTES = 20;

interface StreamTicketsDeps {
  /** Known to this station only, and constant across restarts. */
  readonly secret: Uint8Array;
  /** All present plugins. */
  readonly plugins: () => readonly PluginRecord[];
}

/**
 * Viewing secrets of plugins for use in addresses, where a key or a token must not appear. They are derived from the
 * plugin and its key and not stored: an address stays valid as long as the plugin is enabled and its key unchanged,
 * across restarts.
 */
export class StreamTickets implements ViewerTickets {
  readonly #deps: StreamTicketsDeps;
  #byPlugin: ReadonlyMap<string, string> = new Map();
  #byText: ReadonlyMap<string, string> = new Map();

  constructor(deps: StreamTicketsDeps) {
    this.#deps = deps;
    this.reload();
  }

  /** Ticket of a plugin; undefined when it may not view streams. */
  of(pluginId: string): string | undefined {
    return this.#byPlugin.get(pluginId);
  }

  /** A watch link ends, unlike the ticket of the plugin behind it: its screens play with their token. */
  ofCaller(caller: Caller | undefined): string | undefined {
    return caller === undefined || caller.watchLinkId !== undefined ? undefined : this.of(caller.callerId);
  }

  /** Plugin of a ticket; undefined when unknown, of a rotated key, or of a plugin that may not view streams. */
  pluginId(text: string): string | undefined {
    return this.#byText.get(text);
  }

  /** All valid tickets, for a login that must be verified against each. */
  current(): Iterable<readonly [text: string, pluginId: string]> {
    return this.#byText;
  }

  /** Call when plugins may have changed. @returns the plugins whose ticket is no longer valid */
  reload(): readonly string[] {
    const before = this.#byPlugin;
    const holders = this.#deps.plugins().filter(mayWatch);
    this.#byPlugin = new Map(holders.map((plugin) => [plugin.id, this.#ticket(plugin)]));
    this.#byText = new Map([...this.#byPlugin].map(([id, text]) => [text, id]));
    return [...before].flatMap(([id, text]) => (this.#byText.has(text) ? [] : [id]));
  }

  #ticket({ id, keyHash }: PluginRecord): string {
    const made = createHmac('sha256', this.#deps.secret).update(`stream ticket\n${id}\n${keyHash}`).digest();
    return made.subarray(0, TICKET_BYTES).toString('base64url');
  }
}
