import type { HubScope, StationSession } from '@kitestring/hub-contract/command.ts';
import type { Person } from '@kitestring/hub-contract/person.ts';
import type { Auth } from '@kitestring/station-core/auth';
import type { DocumentStore } from '@kitestring/station-core/ports';

interface HubPeopleDeps {
  readonly auth: Pick<Auth, 'addPlugin' | 'removePlugin' | 'requestToken' | 'authenticate'>;
  readonly documents: Pick<DocumentStore, 'get' | 'set'>;
  /** Scopes of their clients: the upper limit of what people may do through the hub. */
  readonly scopes: readonly HubScope[];
}

interface HubClient {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  /** By sign-in at the hub and scopes, newest last. */
  readonly tokens: Map<string, SignedIn>;
}

/** A token of the station for a person of the hub, and its session. */
interface SignedIn {
  readonly token: string;
  readonly session: StationSession;
}

/** Limit of people who have used this station through the hub since its start; the least recently active one is removed. */
const CLIENTS_MAX = 32;
const DOCUMENT = 'hub.clients';
const NAME_MAX = 80;
/** Limit of tokens; the station ends the oldest sessions of a client by itself. */
const TOKENS_MAX = 64;

/**
 * A client of the station for each person of the hub, so that control, audit log and handoff show people by name. A
 * client lasts until the station stops, or there are too many others; its id is stored, so that clients left by a kill
 * are removed.
 */
export class HubPeople {
  readonly #deps: HubPeopleDeps;
  /** In the order of their last use. */
  readonly #clients = new Map<string, HubClient>();
  /** One after the other: two requests of a person must not create two clients. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: HubPeopleDeps) {
    this.#deps = deps;
    const leftOver = JSON.parse(deps.documents.get(DOCUMENT) ?? '[]') as string[];
    for (const id of leftOver) deps.auth.removePlugin(id);
    if (leftOver.length > 0) deps.documents.set(DOCUMENT, undefined);
  }

  /** A token of this person with these scopes, reused while it is valid. Rejects when the station refuses it. */
  signIn(person: Person, scopes: readonly HubScope[]): Promise<SignedIn> {
    const signedIn = this.#turn.then(() => this.#signedIn(person, scopes));
    this.#turn = signedIn.catch(() => {});
    return signedIn;
  }

  /** Removes all clients, which ends their sessions and any control. */
  stop(): void {
    for (const { id } of this.#clients.values()) this.#deps.auth.removePlugin(id);
    this.#clients.clear();
    this.#deps.documents.set(DOCUMENT, undefined);
  }

  async #signedIn(person: Person, scopes: readonly HubScope[]): Promise<SignedIn> {
    const { auth } = this.#deps;
    const client = await this.#client(person);
    const scope = scopes.join(' ');
    const key = `${person.session ?? ''} ${scope}`;
    const known = client.tokens.get(key);
    if (known !== undefined && auth.authenticate(known.token).ok) return known;
    const opened = await auth.requestToken({ key: client.key, scope, name: person.role, address: 'hub' });
    if (!opened.ok) throw new Error(`no token for ${client.name}: ${opened.refusal.code}`);
    const { access_token: token, id, plugin_id } = opened.value;
    const signedIn = { token, session: { id, plugin_id, plugin_name: client.name, scopes: [...scopes] } };
    client.tokens.delete(key);
    client.tokens.set(key, signedIn);
    const [oldest] = client.tokens.keys();
    if (oldest !== undefined && client.tokens.size > TOKENS_MAX) client.tokens.delete(oldest);
    return signedIn;
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
    const client = {
      id: added.plugin.id,
      name: added.plugin.name,
      key: added.key,
      tokens: new Map<string, SignedIn>(),
    };
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
