import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { versityGatewayProgram } from '@kitestring/lab-testing/programs.ts';
import { newPrivateKey, selfSignedCertificate } from '@kitestring/web/tls/self-signed.ts';
import { fetchTrusting } from '../../src/objects/s3-request.ts';
import { until } from './until.ts';

const BUCKET = 'films';

/** An S3 gateway over a temporary folder, started again on its port. */
export class TestS3 implements AsyncDisposable {
  readonly bucket = BUCKET;
  readonly credentials = { accessKeyId: 'hub', secretAccessKey: 'a-secret-of-the-tests', region: 'us-east-1' };
  readonly endpoint: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'kitestring-s3-'));
  readonly #port: number;
  #child: ChildProcess | undefined;

  /** Its own certificate, which no public authority has issued. */
  readonly ca: string | undefined;

  private constructor(port: number, tls: { readonly key: string; readonly certificate: string } | undefined) {
    this.#port = port;
    this.ca = tls?.certificate;
    this.endpoint = `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}/`;
    if (tls !== undefined) {
      writeFileSync(this.caFile, tls.certificate);
      writeFileSync(this.#keyFile, tls.key, { mode: 0o600 });
    }
    mkdirSync(join(this.#folder, 'data', BUCKET), { recursive: true });
    mkdirSync(join(this.#folder, 'sidecar'));
  }

  /** File of `ca`. */
  get caFile(): string {
    return join(this.#folder, 'cert.pem');
  }

  get #keyFile(): string {
    return join(this.#folder, 'key.pem');
  }

  static async start(hasTls = false): Promise<TestS3> {
    const port = await freePort();
    const key = newPrivateKey();
    const certificate = hasTls
      ? await selfSignedCertificate({ key, names: ['127.0.0.1'], nowMs: Date.now() })
      : undefined;
    const server = new TestS3(port, certificate === undefined ? undefined : { key, certificate });
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const program = versityGatewayProgram();
    if (program === undefined) throw new Error('there is no versitygw');
    const { accessKeyId, secretAccessKey } = this.credentials;
    const env = { ...process.env, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey };
    const tls = this.ca === undefined ? [] : ['--cert', this.caFile, '--key', this.#keyFile];
    const flags = [
      '--port',
      `127.0.0.1:${this.#port}`,
      ...tls,
      '--quiet',
      'posix',
      '--sidecar',
      join(this.#folder, 'sidecar'),
    ];
    this.#child = spawn(program, [...flags, join(this.#folder, 'data')], { env, stdio: 'ignore' });
    await until('the S3 gateway', () =>
      fetchTrusting(this.ca, this.endpoint, { method: 'GET', headers: {} }).then(
        () => true,
        () => false,
      ),
    );
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
