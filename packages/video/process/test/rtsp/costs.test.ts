import assert from 'node:assert/strict';
import { it } from 'node:test';
import { COST_MAX_MS, CostMeter } from '@kitestring/lab-testing/cost-meter.ts';
import { AUTHENTICATION_SCHEMES } from '../../src/rtsp/authentication.ts';
import { serve } from './scripted-server.ts';

/** Room for the headers of a request, less what every request has. */
const HEADER_BYTES = 8000;
const fill = (part: string, bytes = HEADER_BYTES) => part.repeat(Math.floor(bytes / part.length));
const describeWith = (headers: string, body = '') =>
  `DESCRIBE rtsp://127.0.0.1/zoom RTSP/1.0\r\nCSeq: 1\r\n${headers}\r\n${body}`;

const REQUESTS: Readonly<Record<string, string>> = {
  'a header of spaces that ends wrongly': describeWith(`A:${fill(' ')}\0\r\n`),
  'a Digest of spaces': describeWith(`Authorization: Digest a=${fill(' ')}"\r\n`),
  'a Digest of escapes': describeWith(`Authorization: Digest a="${fill('\\"')}\r\n`),
  'a Basic password': describeWith(`Authorization: Basic ${fill('a')}\r\n`),
  'a long address': `DESCRIBE rtsp://127.0.0.1/${fill('%25')} RTSP/1.0\r\nCSeq: 1\r\n\r\n`,
  'ways to transport without end': `SETUP rtsp://127.0.0.1/zoom RTSP/1.0\r\nCSeq: 1\r\nTransport: ${fill('RTP/AVP;interleaved=0-1,')}\r\n\r\n`,
  'as many headers as are taken': describeWith(
    Array.from({ length: 60 }, (_, index) => `h${index}: ${fill('a', 120)}\r\n`).join(''),
  ),
  'the longest body': describeWith('Content-Length: 16384\r\n', 'a'.repeat(16_384)),
};

for (const [name, request] of Object.entries(REQUESTS)) {
  it(`No RTSP request takes more than ${COST_MAX_MS} ms of the processor: ${name}`, async (t) => {
    const authorize = () => Promise.resolve({ kind: 'refused' as const });
    const schemes = { clear: AUTHENTICATION_SCHEMES, encrypted: ['basic'] as const };
    const { server } = await serve(t, { authentication: { realm: 'camera', schemes, authorize } });
    await using meter = new CostMeter();
    const { heard, ms } = await meter.of(server.ports.rtsp ?? 0, [
      { bytes: Buffer.from(request, 'latin1'), awaits: '\r\n\r\n' },
    ]);
    assert.match(heard, /^RTSP\/1\.0 /);
    t.diagnostic(`${ms.toFixed(2)} ms`);
    assert.ok(ms <= COST_MAX_MS, `${ms.toFixed(1)} ms`);
  });
}
