import { ERRORS, type ErrorCode } from '../errors.ts';

const OAUTH_ERRORS: Readonly<Partial<Record<ErrorCode, string>>> = {
  UNSUPPORTED_GRANT_TYPE: 'unsupported_grant_type',
  MISSING_API_KEY: 'invalid_client',
  INVALID_API_KEY: 'invalid_client',
  SCOPE_NOT_GRANTED: 'invalid_scope',
  PLUGIN_DISABLED: 'unauthorized_client',
  FOREIGN_PAGE: 'access_denied',
};

/**
 * `error` of a refused token request. RFC 6749 section 5.2 defines no code for a server that is busy or faulty; section
 * 4.1.2.1 does, and libraries support both.
 */
export function oauthError(code: ErrorCode): string {
  const named = OAUTH_ERRORS[code];
  if (named !== undefined) return named;
  const { status } = ERRORS[code];
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
