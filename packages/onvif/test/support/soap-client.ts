import { hash, randomBytes } from 'node:crypto';
import { recordAnswer } from './recorded-answers.ts';

export const SERVICES: Readonly<Record<string, string>> = {
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  trt: 'http://www.onvif.org/ver10/media/wsdl',
  tr2: 'http://www.onvif.org/ver20/media/wsdl',
  timg: 'http://www.onvif.org/ver20/imaging/wsdl',
  tptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  tev: 'http://www.onvif.org/ver10/events/wsdl',
  tan: 'http://www.onvif.org/ver20/analytics/wsdl',
  tmd: 'http://www.onvif.org/ver10/deviceIO/wsdl',
  wsnt: 'http://docs.oasis-open.org/wsn/b-2',
};

interface SignIn {
  readonly user: string;
  readonly password: string;
  readonly createdMs: number;
  readonly nonce?: Uint8Array;
}

export function securityHeader({ createdMs, nonce = randomBytes(16), password, user }: SignIn): string {
  const created = new Date(createdMs).toISOString();
  const digest = hash('sha1', Buffer.concat([nonce, Buffer.from(created + password)]), 'base64');
  return `<Security><UsernameToken><Username>${user}</Username><Password Type="x#PasswordDigest">${digest}</Password><Nonce>${Buffer.from(nonce).toString('base64')}</Nonce><Created>${created}</Created></UsernameToken></Security>`;
}

/** @param call `tds:GetUsers`, or with content `tptz:Stop <tptz:ProfileToken>..` */
export function soapMessage(call: string, header = '', version: '1.1' | '1.2' = '1.2'): string {
  const [name = '', ...content] = call.split(' ');
  const soap =
    version === '1.2' ? 'http://www.w3.org/2003/05/soap-envelope' : 'http://schemas.xmlsoap.org/soap/envelope/';
  const declared = Object.entries(SERVICES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  return `<s:Envelope xmlns:s="${soap}" ${declared.join(' ')}><s:Header>${header}</s:Header><s:Body><${name}>${content.join(' ')}</${name}></s:Body></s:Envelope>`;
}

interface SoapAnswer {
  readonly status: number;
  readonly text: string;
  readonly challenges: string;
}

export async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<SoapAnswer> {
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
  const text = await response.text();
  recordAnswer(text);
  return {
    status: response.status,
    text,
    challenges: response.headers.get('www-authenticate') ?? '',
  };
}
