/** The LiveKit server of this machine, for tests of video through a hub. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type FoundProgram, findProgram, INSTALLED_BY, programCache } from './found-program.ts';
import { freePort } from './free-port.ts';

/** Where scripts/test-programs.mjs installs it. */
export const LIVEKIT_SERVER_CACHE = programCache('livekit-server');
const OLDEST = [1, 13] as const;
const START_MS = 180_000;
const TOKEN_S = 600;

let found: FoundProgram | undefined;

export function livekitServerProgram(): FoundProgram | undefined {
  found ??= findProgram({ name: 'livekit-server', cache: LIVEKIT_SERVER_CACHE, oldest: OLDEST });
  return found;
}

/** The reason to skip tests that need a LiveKit server; false if it is available. */
export const missingLivekitServer = (): string | false =>
  livekitServerProgram() === undefined && `no livekit-server ${OLDEST.join('.')} or newer: ${INSTALLED_BY}`;

interface TestRelayOptions {
  /** Whether media may use UDP; TCP only if false. */
  readonly hasUdp?: boolean;
}

/** A real LiveKit server on the loopback interface. A restart uses the ports of the first start. */
export class TestRelay implements AsyncDisposable {
  readonly key = 'test-key';
  readonly secret = randomBytes(32).toString('hex');
  readonly #hasUdp: boolean;
  #ports: readonly [number, number, number] = [0, 0, 0];
  #server: ChildProcess | undefined;

  private constructor({ hasUdp = true }: TestRelayOptions) {
    this.#hasUdp = hasUdp;
  }

  static async start(options: TestRelayOptions = {}): Promise<TestRelay> {
    const relay = new TestRelay(options);
    await relay.start();
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#ports[0]}`;
  }

  get tcpPort(): number {
    return this.#ports[1];
  }

  /** Access token of a participant. @param video grants, as LiveKit names them */
  token(identity: string, video: object): string {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1000) + TOKEN_S;
    const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ iss: this.key, sub: identity, exp, video })}`;
    return `${text}.${createHmac('sha256', this.secret).update(text).digest('base64url')}`;
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  async start(): Promise<void> {
    const program = livekitServerProgram();
    if (program === undefined) throw new Error('there is no livekit-server');
    if (this.#ports[0] === 0) this.#ports = [await freePort(), await freePort(), await freePort()];
    const server = spawn(program.path, ['--config-body', JSON.stringify(this.#config())], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#server = server;
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    const giveUpMs = performance.now() + START_MS;
    while (!(await this.#answers())) {
      if (server.exitCode !== null || performance.now() > giveUpMs) throw new Error(`livekit-server: ${said}`);
      await wait(50);
    }
  }

  /** Kills the server: a graceful stop would wait for its participants. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(this.url, { signal: AbortSignal.timeout(1000) })).ok;
    } catch {
      return false;
    }
  }

  #config(): object {
    const [port, tcpPort, udpPort] = this.#ports;
    return {
      port,
      bind_addresses: ['127.0.0.1'],
      keys: { [this.key]: this.secret },
      logging: { level: 'warn' },
      rtc: {
        tcp_port: tcpPort,
        udp_port: udpPort,
        use_external_ip: false,
        // With a second IPv4 address LiveKit 1.13.5 listens at the wrong one after one start in eight (docs/hub/video.md).
        ips: { includes: ['127.0.0.1/32'] },
        node_ip: '127.0.0.1',
        enable_loopback_candidate: true,
        stun_servers: [],
        ...(!this.#hasUdp && { force_tcp: true }),
      },
    };
  }
}
