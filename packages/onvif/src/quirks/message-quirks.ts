import { dateAndTime } from '../services/device.ts';
import { MEDIA_TYPE } from '../soap/namespaces.ts';
import { always, type QuirkContext, quirkTable, rewritten } from './quirk.ts';

const HOUR_US = 3_600_000_000;
/** A camera with the wrong clock, and tokens that it takes. */
export const CLOCK_OFF = { lateUs: 3 * HOUR_US, toleranceMs: 5000 };
const ELSEWHERE = 'http://192.168.254.254:80';
const REDIRECTED = '<html><head><title>302 Found</title></head><body>The document has moved</body></html>\n';

const empty = ({ soap }: QuirkContext) => ({ status: 200, type: MEDIA_TYPE[soap.version], body: '' });

const hasAction = ({ headers }: QuirkContext): boolean =>
  /\baction="?[^";]/.test(headers['content-type'] ?? '') || /[^"\s]/.test(String(headers.soapaction ?? ''));

/** Bytes of UTF-8 read as Latin-1 and encoded again. */
const encodedTwice = (text: string): string => Buffer.from(text).toString('latin1');

function lateClock(text: string, { clock, operation }: QuirkContext): string {
  if (operation !== 'tds:GetSystemDateAndTime') return text;
  const late = dateAndTime((clock.nowUs() - CLOCK_OFF.lateUs) / 1000);
  return text.replace(/<tds:SystemDateAndTime>.*<\/tds:SystemDateAndTime>/, late.text);
}

export const MESSAGE_QUIRKS = quirkTable({
  wrong_xaddr: always({
    write: rewritten(['tds:GetServices', 'tds:GetCapabilities'], (text) =>
      text.replaceAll(/(?<=<(?:tds|tt):XAddr>)http:\/\/[^/]+/g, ELSEWHERE),
    ),
  }),
  https_redirect: always({
    receive: ({ headers }) => ({
      status: 302,
      type: 'text/html',
      body: REDIRECTED,
      location: `https://${headers.host ?? 'camera'}/`,
    }),
  }),
  action_needed: always({ receive: (context) => (hasAction(context) ? undefined : empty(context)) }),
  soap11_only: always({ receive: (context) => (context.soap.version === '1.2' ? empty(context) : undefined) }),
  /** The bytes are made of the whole message: see `notUtf8`. */
  bad_utf8: always({
    write: rewritten(['tptz:GetPresets'], (text) => text.replaceAll(/(?<=<tt:Name>)[^<]*/g, encodedTwice)),
  }),
  undeclared_prefix: always({ write: (text) => text.replaceAll(/ xmlns:(?:ter|wsa)="[^"]*"/g, '') }),
  clock_off: always({ write: lateClock }),
  same_identity: always({
    write: (text) =>
      text
        .replace(/(?<=<tt:HwAddress>)[^<]*/, '00:00:00:00:00:01')
        .replace(/(?<=<tds:SerialNumber>)[^<]*/, '123456789'),
  }),
  snapshot_bad: always({
    write: rewritten(['trt:GetSnapshotUri', 'tr2:GetSnapshotUri'], (text) =>
      text.replace(/(?<=<(?:tt|tr2):Uri>)http:/, 'rtsp:'),
    ),
  }),
  capabilities_500: always({
    receive: ({ operation }) =>
      operation === 'tds:GetCapabilities'
        ? { status: 500, type: 'text/html', body: '<html><body>Internal Server Error</body></html>\n' }
        : undefined,
  }),
});

/** A message whose maker has a letter in another encoding. */
export const notUtf8 = (text: string): Uint8Array =>
  Buffer.from(text.replace('<tds:Manufacturer>Kite', '<tds:Manufacturer>Kít\u00e9'), 'latin1');
