import { createHmac } from 'node:crypto';
import type { PluginRecord } from '@kitestring/station/ports/plugin-store.ts';

/** 160 bits: beyond guessing, and short enough for an address. */
const TICKET_BYTES = 20;

export interface StreamTicketsDeps {
  /** Known to this station only, and the same after every restart. */
  readonly secret: Uint8Array;
  /** All plugins as they are now. */
  readonly plugins: () => readonly PluginRecord[];
}

/**
 * Secrets that let a plugin watch and may stand in an address, where a key or a token must not. They are derived from the
 * plugin and its key and stored nowhere: whoever wrote an address down can use it for as long as the plugin is enabled and
 * its key the same, after any restart.
 */
export class StreamTickets {
  readonly #deps: StreamTicketsDeps;
  #byPlugin: ReadonlyMap<string, string> = new Map();
  #byText: ReadonlyMap<string, string> = new Map();

  constructor(deps: StreamTicketsDeps) {
    this.#deps = deps;
    this.reload();
  }

  /** Ticket of a plugin; undefined when it may not watch. */
  of(pluginId: string): string | undefined {
    return this.#byPlugin.get(pluginId);
  }

  /** Whose ticket it is; undefined when it is unknown, or was of a key that has been rotated or a plugin that may not watch. */
  pluginOf(text: string): string | undefined {
    return this.#byText.get(text);
  }

  /** All tickets that are good now, for a login that can only be tried against each. */
  current(): Iterable<readonly [text: string, pluginId: string]> {
    return this.#byText;
  }

  /** To be called when plugins may have changed. @returns the plugins whose ticket is no longer good */
  reload(): readonly string[] {
    const before = this.#byPlugin;
    const holders = this.#deps.plugins().filter(mayWatch);
    this.#byPlugin = new Map(holders.map((plugin) => [plugin.id, this.#ticketOf(plugin)]));
    this.#byText = new Map([...this.#byPlugin].map(([id, text]) => [text, id]));
    return [...before].flatMap(([id, text]) => (this.#byText.has(text) ? [] : [id]));
  }

  #ticketOf({ id, keyHash }: PluginRecord): string {
    const made = createHmac('sha256', this.#deps.secret).update(`stream ticket\n${id}\n${keyHash}`).digest();
    return made.subarray(0, TICKET_BYTES).toString('base64url');
  }
}

/** A plugin that is enabled and has the scope `read`. */
export const mayWatch = ({ enabled, scopes }: PluginRecord): boolean => enabled && scopes.includes('read');
