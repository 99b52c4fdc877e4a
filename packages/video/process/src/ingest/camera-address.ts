/** Address of a real camera, with transport and credentials. */
export interface CameraAddress {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** Transport of the pictures; requests always use TCP. */
  readonly transport: 'tcp' | 'udp';
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** Request URL, without user and password. */
  readonly requestUrl: string;
  /** For logs and errors: without secrets. */
  readonly shown: string;
}

/** A text that is no camera address, with the reason. */
interface AddressRefusal {
  readonly refusal: string;
}

interface Scheme {
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly transport: CameraAddress['transport'];
}

/** `rtspu` is GStreamer's scheme for RTSP with pictures over UDP. Ports: RFC 2326, RFC 7826 section 22.14. */
const SCHEMES: ReadonlyMap<string, Scheme> = new Map([
  ['rtsp:', { port: 554, isEncrypted: false, transport: 'tcp' }],
  ['rtspu:', { port: 554, isEncrypted: false, transport: 'udp' }],
  ['rtsps:', { port: 322, isEncrypted: true, transport: 'tcp' }],
]);

export const CAMERA_ADDRESS_MAX = 2048;
export const CAMERA_ADDRESS_ALLOWED =
  '`rtsp://`, `rtspu://` or `rtsps://` with `user:password@host:port/path` (user, password, port and path may be left out)';

const HOST = /^([a-z0-9]([a-z0-9._-]{0,252})|\[[0-9a-f:.]+\])$/i;
/** Control characters in a name or password could inject lines into a request. */
const CONTROL = /\p{Cc}/u;
const SECRET_PARAMETER = /\b(pass(?:word|wd|phrase)?|pwd|psw|secret|token|ticket|auth|api_?key|key)=[^&;/?#]*/gi;

/** Parses an address from the settings. */
export function readCameraAddress(text: string): CameraAddress | AddressRefusal {
  if (text.length > CAMERA_ADDRESS_MAX) return { refusal: `it has more than ${CAMERA_ADDRESS_MAX} characters` };
  if (!/^[\x21-\x7e]+$/.test(text)) return { refusal: 'it has spaces or characters that must be written as %..' };
  const url = URL.parse(text);
  const scheme = SCHEMES.get(url?.protocol ?? '');
  if (url === null || scheme === undefined) return { refusal: 'it is no address of a camera' };
  if (!HOST.test(url.hostname)) return { refusal: 'its host is no name and no address' };
  if (url.port === '0') return { refusal: 'port 0 is no port' };
  if (url.hash !== '') return { refusal: 'it has a fragment (#)' };
  const login = decodeLogin(url);
  if (login === 'malformed') return { refusal: 'its user or password is malformed; write special characters as %..' };
  const protocol = scheme.isEncrypted ? 'rtsps:' : 'rtsp:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? scheme.port : Number(url.port),
    isEncrypted: scheme.isEncrypted,
    transport: scheme.transport,
    login,
    requestUrl: `${protocol}//${url.host}${url.pathname === '' ? '/' : url.pathname}${url.search}`,
    shown: maskedAddress(text),
  };
}

/** Ports to which these cameras may need a TCP connection: their own, and those of the schemes, to which one may redirect. */
export function cameraPorts(urls: readonly string[]): readonly number[] {
  const own = urls.map(readCameraAddress).flatMap((read) => ('refusal' in read ? [] : [read.port]));
  return own.length === 0 ? [] : [...new Set([...own, ...[...SCHEMES.values()].map(({ port }) => port)])];
}

function decodeLogin({ password, username }: URL): CameraAddress['login'] | 'malformed' {
  if (username === '' && password === '') return undefined;
  try {
    const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    return CONTROL.test(login.user + login.password) ? 'malformed' : login;
  } catch {
    return 'malformed';
  }
}

/** The text without possible secrets, valid or not: user and password, and suspicious parameters. */
export const maskedAddress = (text: string): string =>
  text.replace(/\/\/[^\s]*@/g, '//***@').replace(SECRET_PARAMETER, '$1=***');
