import { Store } from '@kitestring/console-ui/store.ts';
import type { FleetSession } from '@kitestring/hub-contract/fleet/session.ts';
import { endSession, openSession, readSession } from '@kitestring/hub-contract/fleet/session-operations.ts';
import { CallFault, callHub } from '../api/call-hub.ts';

type SessionState =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn'; readonly signedIn: FleetSession }
  /** It has ended: the page behind the sign-in stays as it is. */
  | { readonly kind: 'ended'; readonly signedIn: FleetSession };

/** The session of this browser at the hub: a cookie that scripts cannot read. */
export class HubSession extends Store<SessionState> {
  constructor() {
    super({ kind: 'signedOut' });
  }

  /** Continues with an existing cookie. */
  async resume(): Promise<void> {
    try {
      this.become({ kind: 'signedIn', signedIn: await callHub(readSession) });
    } catch {
      // The sign-in shows the fault when it is used.
    }
  }

  /** @throws CallFault */
  async signIn(api_key: string): Promise<void> {
    this.become({ kind: 'signedIn', signedIn: await callHub(openSession, { body: { api_key } }) });
  }

  async signOut(): Promise<void> {
    await callHub(endSession).catch(() => undefined);
    this.become({ kind: 'signedOut' });
  }

  /** After a refused request or a broken connection: checks whether the session still exists, and its rights. */
  async check(): Promise<void> {
    try {
      const signedIn = await callHub(readSession);
      const state = this.snapshot();
      const isNew =
        state.kind === 'signedIn' && JSON.stringify(state.signedIn.rights) !== JSON.stringify(signedIn.rights);
      if (isNew) this.become({ kind: 'signedIn', signedIn });
    } catch (error) {
      if (error instanceof CallFault) this.note(error);
    }
  }

  /** Ends the session here when the hub no longer knows it. */
  note({ status }: CallFault): void {
    const state = this.snapshot();
    if (status === 401 && state.kind === 'signedIn') this.become({ kind: 'ended', signedIn: state.signedIn });
  }

  /** Like `callHub`, but notices an ended session. @throws CallFault */
  readonly call: typeof callHub = async (operation, input) => {
    try {
      return await callHub(operation, input);
    } catch (error) {
      if (error instanceof CallFault) this.note(error);
      throw error;
    }
  };
}
