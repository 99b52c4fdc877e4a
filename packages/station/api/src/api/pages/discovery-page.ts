import { SCOPES } from '@kitestring/station-contract/auth/scope.ts';
import { type Answers, JSON_TYPE, type Page } from '@kitestring/web/http';
import type { TrustedProxies } from '@kitestring/web/limits';

const PATH = '/.well-known/oauth-authorization-server';

/**
 * OAuth 2.0 server metadata (RFC 8414), for the origin of the client's request. @param tokenPath path of the token
 * request
 */
export const discoveryPage = (answers: Answers, proxies: TrustedProxies, tokenPath: string): Page => ({
  path: PATH,
  respond: (exchange) => {
    const issuer = proxies.origin(exchange.request);
    const metadata = {
      issuer,
      token_endpoint: `${issuer}${tokenPath}`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: SCOPES,
      service_documentation: `${issuer}/docs`,
    };
    answers.send(exchange, PATH, { status: 200, mediaType: JSON_TYPE, body: Buffer.from(JSON.stringify(metadata)) });
  },
});
