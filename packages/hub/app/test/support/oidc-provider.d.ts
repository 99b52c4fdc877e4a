/** The parts of oidc-provider that the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface ProviderClient {
    backchannelLogout(subject: string, sid: string): Promise<void>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    readonly Client: { find(id: string): Promise<ProviderClient> };
    readonly Grant: { revokeByGrantId?(id: string): Promise<void> };
    on(event: string, listener: (...args: readonly never[]) => void): this;
  }
}
