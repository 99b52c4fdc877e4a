import type { ControllingClient, HandoffState } from '@kitestring/contract/handoff/handoff-state.ts';

type WithAddress<Client> = Client & { readonly ip_address?: string };

/** Addresses that clients of 0.5.0 give with their requests of control. The rules of the station know nothing of them. */
export class ClientAddresses {
  readonly #bySession = new Map<string, string>();
  #revision = 0;

  /** Increments with each change. */
  get revision(): number {
    return this.#revision;
  }

  /** Keeps the address of a session's last request; undefined forgets it. */
  set(sessionId: string, address: string | undefined): void {
    if (this.#bySession.get(sessionId) === address) return;
    this.#revision += 1;
    if (address === undefined) this.#bySession.delete(sessionId);
    else this.#bySession.set(sessionId, address);
  }

  /** The state with the addresses of its clients, as far as they gave them. */
  addTo({ controlling_client, requesting_clients }: HandoffState): object {
    return {
      controlling_client: controlling_client && this.#withAddress(controlling_client),
      requesting_clients: requesting_clients.map((client) => this.#withAddress(client)),
    };
  }

  #withAddress(client: ControllingClient): WithAddress<ControllingClient> {
    const address = this.#bySession.get(client.session_id);
    return address === undefined ? client : { ...client, ip_address: address };
  }
}
