/** How the pictures of a stream go to a relay. */
type PushProtocol = 'rtmp' | 'rtmps' | 'srt' | 'whip';

/** A relay that takes a stream. */
export interface PushTarget {
  readonly protocol: PushProtocol;
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** Without user, password and fragment. */
  readonly url: string;
  /** Bearer token of a WHIP server. */
  readonly token?: string;
  /** For pages, logs and errors: without secrets. */
  readonly shown: string;
}

interface Scheme {
  readonly protocol: PushProtocol;
  readonly port: number;
  readonly isEncrypted: boolean;
}

/** Ports: Adobe's RTMP specification 1.0, RFC 9110. SRT has none of its own. */
const SCHEMES: ReadonlyMap<string, Scheme> = new Map([
  ['rtmp:', { protocol: 'rtmp', port: 1935, isEncrypted: false }],
  ['rtmps:', { protocol: 'rtmps', port: 443, isEncrypted: true }],
  ['srt:', { protocol: 'srt', port: 0, isEncrypted: false }],
  ['https:', { protocol: 'whip', port: 443, isEncrypted: true }],
  ['http:', { protocol: 'whip', port: 80, isEncrypted: false }],
]);

export const PUSH_ADDRESS_MAX = 2048;
export const PUSH_ADDRESS_ALLOWED =
  '`rtmp://host/app/key`, `rtmps://host/app/key`, `srt://host:port?streamid=...`, or the `https://` address of a WHIP server';

const HOST = /^([a-z0-9]([a-z0-9._-]{0,252})|\[[0-9a-f:.]+\])$/i;

/** Parses an address of a relay. */
export function readPushAddress(text: string): PushTarget | { readonly refusal: string } {
  if (text.length > PUSH_ADDRESS_MAX) return { refusal: `it has more than ${PUSH_ADDRESS_MAX} characters` };
  if (!/^[\x21-\x7e]+$/.test(text)) return { refusal: 'it has spaces or characters that must be written as %..' };
  const url = URL.parse(text);
  const scheme = SCHEMES.get(url?.protocol ?? '');
  if (url === null || scheme === undefined) return { refusal: 'it is no address of a relay' };
  if (!HOST.test(url.hostname)) return { refusal: 'its host is no name and no address' };
  const port = url.port === '' ? scheme.port : Number(url.port);
  if (port === 0) return { refusal: 'it has no port from 1 to 65535' };
  const refusal = REFUSALS[scheme.protocol](url);
  if (refusal !== undefined) return { refusal };
  const token = readToken(url);
  if (token === 'malformed') return { refusal: 'its token is malformed; write special characters as %..' };
  return {
    protocol: scheme.protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    isEncrypted: scheme.isEncrypted || (scheme.protocol === 'srt' && url.searchParams.has('passphrase')),
    url: `${url.protocol}//${url.host}${url.pathname}${url.search}`,
    ...(token !== undefined && { token }),
    shown: shownPushAddress(text),
  };
}

const rtmpRefusal = ({ password, pathname, username }: URL): string | undefined => {
  if (username !== '' || password !== '')
    return 'RTMP takes no user and password before the host: they belong to the key';
  return pathname.split('/').filter(Boolean).length < 2
    ? 'it needs an application and a key: rtmp://host/app/key'
    : undefined;
};

const LATENCY_MS = { least: 20, most: 8000 };
/** Source: draft-sharabayko-srt-01, section 3.2.1.3. */
const STREAM_ID_BYTES_MAX = 512;
/** Lengths that relays with libsrt take. */
const PASSPHRASE_BYTES = { least: 10, most: 79 };

const srtRefusal = ({ searchParams }: URL): string | undefined => {
  const passphrase = searchParams.get('passphrase');
  const passphraseBytes = Buffer.byteLength(passphrase ?? '');
  if (passphrase !== null && !(passphraseBytes >= PASSPHRASE_BYTES.least && passphraseBytes <= PASSPHRASE_BYTES.most))
    return `its passphrase must have ${PASSPHRASE_BYTES.least} to ${PASSPHRASE_BYTES.most} bytes`;
  const keyBytes = searchParams.get('pbkeylen') ?? '16';
  if (!['16', '24', '32'].includes(keyBytes)) return `its pbkeylen must be 16, 24 or 32, got ${keyBytes.slice(0, 20)}`;
  const latencyMs = Number(searchParams.get('latency') ?? LATENCY_MS.least);
  if (!(latencyMs >= LATENCY_MS.least && latencyMs <= LATENCY_MS.most))
    return `its latency must be from ${LATENCY_MS.least} to ${LATENCY_MS.most} ms, got ${searchParams.get('latency')}`;
  if (Buffer.byteLength(searchParams.get('streamid') ?? '') > STREAM_ID_BYTES_MAX)
    return `its streamid has more than ${STREAM_ID_BYTES_MAX} bytes`;
  const mode = searchParams.get('mode') ?? 'caller';
  return mode === 'caller' ? undefined : `the station is the caller of SRT: mode=${mode} is not supported`;
};

const REFUSALS: Readonly<Record<PushProtocol, (url: URL) => string | undefined>> = {
  rtmp: rtmpRefusal,
  rtmps: rtmpRefusal,
  srt: srtRefusal,
  whip: () => undefined,
};

function readToken({ password, username }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const token = decodeURIComponent(password === '' ? username : password);
    return /^[\x21-\x7e]+$/.test(token) ? token : 'malformed';
  } catch {
    return 'malformed';
  }
}

/** The text without possible secrets, valid or not: parameters, key of the stream, and token. The standard for URLs takes any slashes. */
export function shownPushAddress(text: string): string {
  const plain = text.replace(/[?#].*$/s, '?***');
  const keyless = plain.replace(/^(rtmps?:[/\\]*[^/?]+\/(?:.*\/)?)[^/?]+/i, '$1***');
  const tokenless = keyless.replace(/^([a-z]*:[/\\]*)?.*@/is, '$1***@');
  // Some services have the key of a WHIP stream in the path.
  return tokenless.replaceAll(/(?<=[^:/\\][/\\])[^/\\?]{20,}/g, '***');
}
