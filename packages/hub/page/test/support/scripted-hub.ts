import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buildPage } from '@kitestring/console-ui/build/build-page.ts';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import type { FleetEvent } from '@kitestring/hub-contract/fleet/events.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import type { StationGroup } from '@kitestring/hub-contract/fleet/groups.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import { HUB_PAGE } from '../../build/page-folder.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
/** As the hub sends it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const SESSION = {
  kind: 'key',
  id: 'k1',
  name: 'Control room',
  idle_s: 1800,
  rights: [
    { role: 'pilot', scopes: ['read', 'control'] },
    { role: 'admin', scopes: ['read', 'internal'] },
  ],
};

/** Serves the built page and a scripted fleet where no broker is: for layout, keys and colours. What a hub does is not here. */
export class ScriptedHub implements AsyncDisposable {
  readonly url: string;
  stations: readonly HubStation[] = [];
  alarms: readonly FleetAlarm[] = [];
  /** The newest events, whatever was asked for. */
  events: readonly FleetEvent[] = [];
  groups: readonly StationGroup[] = [];
  /** Refusal of every request for video. */
  noVideo = { status: 409, code: 'STREAM_NOT_READY', message: 'the camera is off' };
  /** Video is not answered, as by stations that take long to publish. */
  holdsVideo = false;
  readonly #held: (() => void)[] = [];
  /** Sid and stream of each request for video. */
  readonly videoRequests: string[] = [];
  isSignedIn = false;
  /** The fleet cannot be observed. */
  isAway = false;
  readonly #folder: string;
  readonly #server: ReturnType<typeof createServer>;
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(folder: string, server: ReturnType<typeof createServer>) {
    this.#folder = folder;
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => {
      if (this.isAway) return socket.destroy();
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#tell(opened, this.stations));
    });
  }

  static async start(): Promise<ScriptedHub> {
    const found = HUB_PAGE.find();
    const folder = found.isBuilt ? found.folder : await buildPage(HUB_PAGE, found.cache);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ScriptedHub(folder, server);
  }

  /** Number of pages that follow the fleet. */
  get watchers(): number {
    return this.#sockets.clients.size;
  }

  /** Some stations have changed. */
  change(changed: readonly HubStation[]): void {
    const bySid = new Map(this.stations.map((station) => [station.sid, station]));
    for (const station of changed) bySid.set(station.sid, station);
    this.stations = [...bySid.values()];
    for (const socket of this.#sockets.clients) this.#tell(socket, changed);
  }

  cutLinks(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  /** Answers the request for video that waits longest. */
  answerVideo(): void {
    this.#held.shift()?.();
  }

  #tell(socket: WebSocket, stations: readonly HubStation[]): void {
    socket.send(JSON.stringify({ stations }));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', this.url);
    if (pathname.startsWith('/fleet/v1/')) {
      const { body, status } = this.#reply(request.method, pathname.slice('/fleet/v1/'.length));
      const send = () => {
        response.writeHead(status, { 'Content-Type': 'application/json', Date: new Date().toUTCString() });
        response.end(JSON.stringify(body));
      };
      if (this.holdsVideo && pathname.endsWith('/whep')) this.#held.push(send);
      else send();
    } else this.#sendFile(pathname, response);
  }

  #reply(method: string | undefined, path: string): { readonly status: number; readonly body: unknown } {
    if (path === 'session') {
      if (method !== 'GET') this.isSignedIn = method === 'POST';
      if (!this.isSignedIn) return { status: 401, body: { code: 'MISSING_TOKEN', message: 'no session' } };
      return { status: 200, body: SESSION };
    }
    if (path === 'sign-in') {
      const oidc = { name: 'Example', url: '/fleet/v1/sign-in/oidc', state: 'away' };
      return { status: 200, body: { key: true, oidc } };
    }
    if (path === 'health') return { status: 200, body: { status: 'up' } };
    if (path === 'alarms') return { status: 200, body: { alarms: this.alarms, total: this.alarms.length } };
    if (path === 'events') return { status: 200, body: { events: this.events, first: 1, next_after: 1 } };
    if (path === 'map') return { status: 200, body: { state: 'none' } };
    if (path === 'groups') return { status: 200, body: { groups: this.groups } };
    const video = /^stations\/(\w+)\/video\/v1\/(\w+)\/whep$/.exec(path);
    if (video !== null) {
      this.videoRequests.push(`${video[1]} ${video[2]}`);
      return { status: this.noVideo.status, body: this.noVideo };
    }
    const station = this.stations.find(({ sid }) => path === `stations/${sid}`);
    if (station === undefined) return { status: 404, body: { code: 'NOT_FOUND', message: 'nothing there' } };
    const inventory = { rev: 1, name: station.name, software: '0.1.0', api: '1.1.2', cameras: ['color', 'thermal'] };
    const journal = { epoch: 'e', head: 1000, sent: 1000, archived: 990 };
    return { status: 200, body: { station, enrolled: '2026-01-02T03:04:05.000000+00:00', inventory, journal } };
  }

  #sendFile(pathname: string, response: ServerResponse): void {
    const path = pathname === '/' ? '/index.html' : pathname;
    try {
      const bytes = readFileSync(join(this.#folder, path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? '', 'Content-Security-Policy': POLICY });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutLinks();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
