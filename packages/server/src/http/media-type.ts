import type { IncomingHttpHeaders } from 'node:http';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** Media type of a body, one of those accepted; else UNSUPPORTED_MEDIA_TYPE. */
export function mediaTypeOf(headers: IncomingHttpHeaders, accepted: readonly string[]): Result<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    return refuse('UNSUPPORTED_MEDIA_TYPE.encoded', { got: clip(encoding) });
  }
  const header = headers['content-type'] ?? '';
  const type = (header.split(';')[0] ?? '').trim().toLowerCase();
  if (!accepted.includes(type)) {
    const got = type === '' ? 'no type' : clip(type);
    return refuse('UNSUPPORTED_MEDIA_TYPE.otherType', { accepted: accepted.join(' or '), got });
  }
  const charset = CHARSET.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  const isUtf8 = charset === 'utf-8' || charset === 'utf8';
  return isUtf8 ? ok(type) : refuse('UNSUPPORTED_MEDIA_TYPE.charset', { got: clip(charset) });
}

const clip = (text: string): string => text.slice(0, 60);
