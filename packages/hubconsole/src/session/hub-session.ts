import type { FleetSession } from '@kitestring/hubcontract/fleet/session.ts';
import { endSession, openSession, readSession } from '@kitestring/hubcontract/fleet/session-operations.ts';
import { Store } from '@kitestring/kit/store.ts';
import { CallFault, callHub } from '../api/call-hub.ts';

type SessionState =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn'; readonly signedIn: FleetSession }
  /** It was there: the page behind the sign-in stays as it is. */
  | { readonly kind: 'ended'; readonly signedIn: FleetSession };

/** The session of this browser at the hub: a cookie that no script can read. */
export class HubSession extends Store<SessionState> {
  constructor() {
    super({ kind: 'signedOut' });
  }

  /** Goes on with the cookie of before, where there is one. */
  async resume(): Promise<void> {
    try {
      this.become({ kind: 'signedIn', signedIn: await callHub(readSession) });
    } catch {
      // The sign-in tells what is wrong when it is used.
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

  /** A request was refused, or a connection broke: is the session still there, and with which rights? */
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

  /** As `callHub`; notices an ended session. @throws CallFault */
  readonly call: typeof callHub = async (operation, input) => {
    try {
      return await callHub(operation, input);
    } catch (error) {
      if (error instanceof CallFault) this.note(error);
      throw error;
    }
  };
}
