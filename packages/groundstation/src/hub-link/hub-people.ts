import type { HubScope } from '@kitestring/hubcontract/command.ts';
import type { Person } from '@kitestring/hubcontract/person.ts';
import type { Auth } from '@kitestring/station/auth/auth.ts';
import type { DocumentStore } from '@kitestring/station/ports/document-store.ts';

interface HubPeopleDeps {
  readonly auth: Pick<Auth, 'addPlugin' | 'removePlugin' | 'requestToken' | 'authenticate'>;
  readonly documents: DocumentStore;
  /** The most that people may do through the hub: scopes of their clients. */
  readonly scopes: readonly HubScope[];
}

interface HubClient {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  /** Tokens by their scopes. */
  readonly tokens: Map<string, string>;
}

/** People who have used this station through the hub since its start; the one who did so longest ago gives way. */
const CLIENTS_MAX = 32;
const DOCUMENT = 'hub.clients';
const NAME_MAX = 80;

/**
 * A client of the station for each person of the hub, so that control, audit log and handoff show people by name. A client lives until
 * the station stops, or for too many others; the store knows their ids, so that what a kill has left over is removed.
 */
export class HubPeople {
  readonly #deps: HubPeopleDeps;
  /** In the order of their last use. */
  readonly #clients = new Map<string, HubClient>();
  /** One after the other: two requests of a person must not make two clients. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: HubPeopleDeps) {
    this.#deps = deps;
    const leftOver = JSON.parse(deps.documents.get(DOCUMENT) ?? '[]') as string[];
    for (const id of leftOver) deps.auth.removePlugin(id);
    if (leftOver.length > 0) deps.documents.set(DOCUMENT, undefined);
  }

  /** A token of this person with these scopes. Rejects when the station gives none. */
  token(person: Person, scopes: readonly HubScope[]): Promise<string> {
    const token = this.#turn.then(() => this.#tokenOf(person, scopes));
    this.#turn = token.catch(() => {});
    return token;
  }

  /** Removes all clients: their sessions end, and with these any control that they have. */
  stop(): void {
    for (const { id } of this.#clients.values()) this.#deps.auth.removePlugin(id);
    this.#clients.clear();
    this.#deps.documents.set(DOCUMENT, undefined);
  }

  async #tokenOf(person: Person, scopes: readonly HubScope[]): Promise<string> {
    const client = await this.#client(person);
    const scope = scopes.join(' ');
    const known = client.tokens.get(scope);
    if (known !== undefined && this.#deps.auth.authenticate(known).ok) return known;
    const session = await this.#deps.auth.requestToken({ key: client.key, scope, name: person.role, address: 'hub' });
    if (!session.ok) throw new Error(`no token for ${client.name}: ${session.refusal.code}`);
    client.tokens.set(scope, session.value.access_token);
    return session.value.access_token;
  }

  async #client(person: Person): Promise<HubClient> {
    const client = this.#clients.get(person.id) ?? (await this.#newClient(person));
    this.#clients.delete(person.id);
    this.#clients.set(person.id, client);
    return client;
  }

  async #newClient({ id: personId, name }: Person): Promise<HubClient> {
    const { auth, documents, scopes } = this.#deps;
    const [oldest] = this.#clients;
    if (oldest !== undefined && this.#clients.size >= CLIENTS_MAX) {
      auth.removePlugin(oldest[1].id);
      this.#clients.delete(oldest[0]);
    }
    const added = await this.#add(name, scopes);
    const client = { id: added.plugin.id, name: added.plugin.name, key: added.key, tokens: new Map<string, string>() };
    this.#clients.set(personId, client);
    documents.set(DOCUMENT, JSON.stringify([...this.#clients.values()].map(({ id }) => id)));
    return client;
  }

  /** Names of clients are unique, those of people are not. */
  async #add(name: string, scopes: readonly HubScope[]) {
    const shown = [...name.replaceAll(/\p{Cc}/gu, ' ').trim()].slice(0, NAME_MAX).join('') || 'Unknown';
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` ${number}`;
      const added = await this.#deps.auth.addPlugin({ name: `${shown}${suffix} (hub)`, scopes });
      if (added.ok) return added.value;
      if (added.refusal.code !== 'INVALID_REQUEST' || number >= CLIENTS_MAX) {
        throw new Error(`no client for ${shown}: ${added.refusal.code}`);
      }
    }
  }
}
