import { isIP } from 'node:net';
import { type ConnectionOptions, connect, type SecureVersion } from 'node:tls';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, NotApplicableFault } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import type { Answer } from '../link/answer.ts';
import { HttpLink, LinkFault } from '../link/http-link.ts';
import { whenSilent } from '../link/when-silent.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';

const check = checksAt('read');

const LISTENING = decided('Requests and errors');

/** Connections: both schemes on a port, versions of TLS, and pages of other origins. */
export const connectionChecks = (api: CheckedApi): ContractCheck[] => [...(api.hasHttps ? TLS : [NO_TLS]), ...CORS];

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** @returns the negotiated TLS version, or the error code */
function handshake({ link: { url } }: StationUnderTest, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // SNI: a server with several names chooses its certificate by it.
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port: portOf(url), ...servername, rejectUnauthorized: false, ...options });
    const end = (result: string) => {
      stopWatching();
      socket.destroy();
      resolve(result);
    };
    const stopWatching = whenSilent(() => end('TIMEOUT'));
    socket.on('secureConnect', () => end(socket.getProtocol() ?? 'unknown'));
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

/** HTTPS may be disabled; if it is enabled, it must conform. @throws NotApplicableFault without it */
async function needsHttps(station: StationUnderTest): Promise<void> {
  const { protocol } = station.link.url;
  const speaks = async () => protocol === 'https:' || (await handshake(station, {})).startsWith('TLSv1');
  if (!(await station.once('speaks HTTPS', speaks))) {
    throw new NotApplicableFault('the station does not speak HTTPS at this address, which is a setting');
  }
}

const agreed = (version: SecureVersion): ContractCheck => ({
  id: `tls.version-${version.slice(4).replace('.', '-')}`,
  sentence: `HTTPS is spoken with ${version.replace('v', ' ')}.`,
  source: LISTENING,
  level: 'read',
  run: async (expect, station) => {
    await needsHttps(station);
    expect.equal(await handshake(station, { minVersion: version, maxVersion: version }), version, 'version of TLS');
  },
});

const TLS: readonly ContractCheck[] = [
  agreed('TLSv1.2'),
  agreed('TLSv1.3'),
  check('tls.version-1-1-is-refused', 'Versions of TLS before 1.2 are refused.', LISTENING, async (expect, station) => {
    const options = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const result = await handshake(station, options);
    expect.that(!/^TLSv1/.test(result), `TLS 1.1 must be refused, got ${result}`);
  }),
  check(
    'tls.both-schemes-on-one-port',
    'One port answers HTTP and HTTPS alike; a station may refuse HTTP, point to HTTPS, or end the connection.',
    LISTENING,
    async (expect, station) => {
      await needsHttps(station);
      const { url } = station.link;
      const other = new URL(
        `${url.protocol === 'https:' ? 'http' : 'https'}://${url.hostname}:${portOf(url)}${url.pathname}`,
      );
      using link = new HttpLink(other, { insecure: true });
      const answer = await link.send({ path: station.pathOf(station.operation('health.get')) }).catch((fault) => {
        if (other.protocol === 'http:' && fault instanceof LinkFault) return undefined;
        throw fault;
      });
      if (answer === undefined) throw new NotApplicableFault('the station speaks HTTPS only');
      const isRefusal = other.protocol === 'http:' && answer.status >= 300 && answer.status < 500;
      const text = `status over ${other.protocol.slice(0, -1)}: expected 200, got ${answer.status}`;
      expect.that(answer.status === 200 || isRefusal, text, answer.exchange);
      if (answer.status === 200) expect.equal(answer.object.status, 'OK', 'status in the body', answer.exchange);
    },
  ),
];

const NO_TLS = check('tls.absent', 'This version does not speak HTTPS.', LISTENING, async (expect, station) => {
  const result = await handshake(station, {});
  expect.that(!/^TLSv1/.test(result), `HTTPS must not be answered, got ${result}`);
});

const FOREIGN_ORIGIN = 'https://conformance.invalid';

function judgeNotGranted(expect: Expectations, answer: Answer): void {
  const granted = answer.header('access-control-allow-origin');
  const isGranted = granted === '*' || granted === FOREIGN_ORIGIN;
  expect.that(!isGranted, `Access-Control-Allow-Origin grants ${granted}`, answer.exchange);
}

const CORS: readonly ContractCheck[] = [
  check(
    'cors.other-origins-may-not-read',
    'Pages of origins that were not named may not read answers.',
    LISTENING,
    async (expect, station) => {
      judgeNotGranted(expect, await station.ask('flight.state', { headers: { origin: FOREIGN_ORIGIN } }));
    },
  ),
  check(
    'cors.no-preflight-for-other-origins',
    'The preflight of a page of an origin that was not named is not granted.',
    LISTENING,
    async (expect, station) => {
      const headers = {
        origin: FOREIGN_ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      judgeNotGranted(expect, await station.ask('flight.state', { method: 'OPTIONS', as: 'nobody', headers }));
    },
  ),
];
