import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT_SECRET = 'a secret of the hub at its provider';
const CALLBACK = '/fleet/v1/sign-in/oidc/callback';
export const AUDIENCE = 'https://hub.test/fleet';

/** An OpenID Connect provider with accounts, on a port of this machine; `down` stands for one that is away. */
export class TestProvider implements AsyncDisposable {
  readonly issuer: string;
  readonly accounts = new Map<string, { readonly name: string; groups: readonly string[] }>();
  /** The last session of each account, as the hub knows it. */
  readonly sids = new Map<string, string>();
  provider: Provider | undefined;
  /** Answers in place of the provider. */
  instead: RequestListener | undefined;
  readonly #server;
  #hubUrl = '';

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const answer = this.instead ?? this.provider?.callback();
      if (answer === undefined) response.destroy();
      else answer(request, response);
    });
  }

  static async listen(): Promise<TestProvider> {
    // It never closes an idle connection: on a busy machine a hub would use it at that moment, and find the provider away.
    const server = createServer({ keepAliveTimeout: 0 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestProvider(server);
  }

  get flags(): readonly string[] {
    return ['--oidc-issuer', this.issuer, '--oidc-client-id', 'hub'];
  }

  /** Begins to serve this hub; again: with other keys, and without the sessions from before. */
  async serve(hubUrl = this.#hubUrl): Promise<void> {
    this.#hubUrl = hubUrl;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key: JWK = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
    this.provider = new Provider(this.issuer, {
      jwks: { keys: [key] },
      clients: [
        {
          client_id: 'hub',
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${hubUrl}${CALLBACK}`],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          backchannel_logout_uri: `${hubUrl}/fleet/v1/sign-in/oidc/logout`,
          backchannel_logout_session_required: true,
        },
        {
          client_id: 'dispatch',
          client_secret: CLIENT_SECRET,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
      findAccount: (_context: unknown, id: string) => {
        const account = this.accounts.get(id);
        return account && { accountId: id, claims: () => ({ sub: id, name: account.name, groups: account.groups }) };
      },
      extraTokenClaims: (_context: unknown, token: { kind: string }) =>
        token.kind === 'ClientCredentials' ? { groups: ['machines'], sub: 'dispatch' } : undefined,
      issueRefreshToken: (_context: unknown, _client: unknown, code: { accountId: string; sid?: string }) => {
        this.sids.set(code.accountId, code.sid ?? '');
        return true;
      },
      rotateRefreshToken: true,
      // It refuses addresses of this machine otherwise.
      fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
        fetch(url, options),
      cookies: { keys: ['a key of the cookies of this provider'] },
      features: {
        backchannelLogout: { enabled: true },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context: unknown, audience: string) => ({
            scope: '',
            audience,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
          }),
        },
      },
    });
  }

  /** An access token of the program `dispatch`. */
  async accessToken(resource = AUDIENCE): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`dispatch:${encodeURIComponent(CLIENT_SECRET)}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return token;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
