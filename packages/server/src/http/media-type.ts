import type { IncomingHttpHeaders } from 'node:http';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** The media type of a body, if it is one of those accepted; UNSUPPORTED_MEDIA_TYPE. */
export function mediaTypeOf(headers: IncomingHttpHeaders, accepted: readonly string[]): Result<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return unsupported(`the body must not be encoded, got ${clip(encoding)}`);
  const header = headers['content-type'] ?? '';
  const type = (header.split(';')[0] ?? '').trim().toLowerCase();
  if (!accepted.includes(type)) {
    return unsupported(`the body must be ${accepted.join(' or ')}, got ${type === '' ? 'no type' : clip(type)}`);
  }
  const charset = CHARSET.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') return unsupported(`the body must be UTF-8, got ${clip(charset)}`);
  return ok(type);
}

const unsupported = (message: string) => refuse('UNSUPPORTED_MEDIA_TYPE', message);
const clip = (text: string): string => text.slice(0, 60);
