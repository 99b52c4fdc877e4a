import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { ERRORS, type ErrorCode } from '@kitestring/station-contract/errors.ts';
import type { HostileRequest } from './hostile-requests.ts';

/** The only answers from 500 up that a healthy station gives: what they say is true, whatever was sent. */
const TRUE_TROUBLE: readonly string[] = ['VIDEO_UNAVAILABLE'];

/**
 * How a client sees that the station has broken off: a body that was refused while it was being sent, or bytes behind the
 * declared length, which are answered with 400 and are not the answer to the request.
 */
const BROKEN_OFF: readonly string[] = ['EPIPE', 'ECONNRESET', 'HPE_CLOSED_CONNECTION'];

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** A station in a process of its own that is sent whatever there is, with a token that is right. */
export class HostileStation implements AsyncDisposable {
  readonly process: StationProcess;
  token: string;

  private constructor(process: StationProcess, token: string) {
    this.process = process;
    this.token = token;
  }

  static async start(): Promise<HostileStation> {
    const process = await StationProcess.start({ flags: ['--sim-speed', '20'], env: WIDE_LIMITS });
    return new HostileStation(process, await process.token());
  }

  /** Sends the request as it is, without the corrections that fetch makes. @throws what broke the connection */
  send({ method, path, headers, body }: HostileRequest): Promise<Answer> {
    const { hostname, port } = new URL(this.process.url);
    const all = { authorization: `Bearer ${this.token}`, ...headers };
    return new Promise((resolve, reject) => {
      // A connection each: what a wrong length leaves behind is not the next request's.
      const options = { hostname, port, method, path, headers: all, timeout: 180_000, agent: false as const };
      const request = httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const type = response.headers['content-type'] ?? '';
          resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() });
        });
      });
      request.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode ?? 0, type: '', text: '' });
      });
      request.on('timeout', () => request.destroy(new Error('no answer within 180 s')));
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (BROKEN_OFF.includes(error.code ?? '')) resolve({ status: 0, type: '', text: '' });
        else reject(error);
      });
      request.end(body);
    });
  }

  /** Fails unless the answer is one that says clearly what is wrong, or that it is done. */
  check(sent: HostileRequest, { status, type, text: answer }: Answer): void {
    assert.ok(this.process.isRunning, `the station has ended:\n${this.process.output}`);
    if (status < 400) return;
    if (sent.method === 'HEAD' || answer === '') {
      assert.ok(status < 500 || sent.method === 'HEAD', `${status} without a body`);
      return;
    }
    assert.match(type, /^application\/json/);
    const { code, message } = JSON.parse(answer) as { code: string; message: string };
    assert.ok(code in ERRORS, `unknown code ${code}`);
    assert.equal(ERRORS[code as ErrorCode].status, status);
    assert.ok(message.length > 0 && message.length < 2000 && !message.includes('node:'), message);
    assert.ok(status < 500 || TRUE_TROUBLE.includes(code), `${status} ${answer}`);
  }

  async renewToken(): Promise<void> {
    const { status } = await this.send({ method: 'GET', path: '/api/v1/flight/info', headers: {}, body: undefined });
    if (status === 401) this.token = await this.process.token();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.process[Symbol.asyncDispose]();
  }
}
