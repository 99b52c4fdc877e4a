import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import type { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/administrator/containers.md'), 'utf8');

/** The block of the page with this language that contains a text. */
export const blockOf = (language: string, text: string): string => {
  const blocks = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  );
  const found = blocks.find((block) => block.includes(text));
  if (found === undefined) throw new Error(`the page has no block of ${language} with ${text}`);
  return found;
};

export const NAME = 'station.example';

interface Place {
  readonly folder: TestFolder;
  /** Port of the proxy. */
  readonly port: number;
  /** `http://127.0.0.1:PORT` of the station. */
  readonly upstream: string;
  readonly cert: string;
  readonly key: string;
}

interface ProxyKind {
  readonly program: string;
  /** Writes the configuration of the page, with addresses and certificate of this machine. @returns arguments */
  readonly prepare: (place: Place) => readonly string[];
}

const atStation = (text: string, upstream: string): string =>
  text.replaceAll(/(http:\/\/)?127\.0\.0\.1:3128/g, (_, scheme = '') =>
    scheme === '' ? upstream.replace('http://', '') : upstream,
  );

export const PROXIES: readonly ProxyKind[] = [
  {
    program: 'nginx',
    prepare: ({ cert, folder, key, port, upstream }) => {
      const server = atStation(blockOf('nginx', 'server_name'), upstream)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('/etc/ssl/station.crt', cert)
        .replace('/etc/ssl/station.key', key);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder.file(name)};`,
      );
      const http = `access_log off; ${paths.join(' ')}\n${server}`;
      const text = `daemon off; user root; pid ${folder.file('nginx.pid')}; error_log stderr;\nevents {}\nhttp {\n${http}\n}\n`;
      return ['-e', 'stderr', '-c', folder.file('nginx.conf', text)];
    },
  },
  {
    program: 'caddy',
    prepare: ({ cert, folder, key, port, upstream }) => {
      const site = atStation(blockOf('caddyfile', 'reverse_proxy'), upstream)
        .replace(NAME, `https://${NAME}:${port}`)
        .replace('{\n', `{\n    tls ${cert} ${key}\n`);
      const text = `{\n    admin off\n    auto_https disable_redirects\n}\n${site}`;
      return ['run', '--adapter', 'caddyfile', '--config', folder.file('Caddyfile', text)];
    },
  },
  {
    program: 'traefik',
    prepare: ({ cert, folder, key, port, upstream }) => {
      const routes = atStation(blockOf('yaml', 'routers:'), upstream).replace('{ certResolver: acme }', '{}');
      const file = folder.file(
        'dynamic.yaml',
        `${routes}tls: { certificates: [{ certFile: '${cert}', keyFile: '${key}' }] }\n`,
      );
      return [
        `--entryPoints.websecure.address=127.0.0.1:${port}`,
        `--providers.file.filename=${file}`,
        '--global.checkNewVersion=false',
      ];
    },
  },
];

/** The reason to skip; false where the program is installed. */
export const missingProxy = (program: string): string | false =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0 && `no ${program} in the PATH: install it`;

/** A proxy before a station, with the configuration of the page. */
export class ReverseProxy implements AsyncDisposable {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  static async start({ prepare, program }: ProxyKind, folder: TestFolder, upstream: string): Promise<ReverseProxy> {
    const port = await freePort();
    const pair = selfSignedPair(NAME);
    const [cert, key] = [folder.file('station.crt', pair.cert), folder.file('station.key', pair.key)];
    const args = prepare({ folder, port, upstream, cert, key });
    const env = { PATH: process.env.PATH, HOME: folder.path };
    const started = spawn(program, args, { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += chunk));
    const proxy = new ReverseProxy(started, port);
    await until(`${program} listens`, async () => {
      if (started.exitCode !== null) throw new Error(`${program} ended: ${output}`);
      return fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        (error: Error) => !String(error.cause).includes('ECONNREFUSED'),
      );
    });
    return proxy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }
}
