import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { TestDevice } from './support/scripted-camera.ts';
import { securityHeader, soapMessage } from './support/soap-client.ts';

const QUESTION = soapMessage('tds:GetHostname');
const PATH = '/onvif/device_service';
/** Requests that an address may ask at once. */
const BURST = 200;
const CONNECTIONS_OF_ADDRESS = 64;
/** A request as it is on the wire. */
const BYTES = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: ${QUESTION.length}\r\n\r\n${QUESTION}`;

/** A device that tells how many refusals wait. */
class FloodedDevice implements AsyncDisposable {
  readonly device: TestDevice;
  #refused = 0;

  private constructor(device: TestDevice) {
    this.device = device;
    const { clock } = device.station;
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (atUs, callback) => {
      this.#refused += 1;
      return schedule(atUs, callback);
    };
  }

  static async start(): Promise<FloodedDevice> {
    return new FloodedDevice(await TestDevice.start());
  }

  async refuses(count: number): Promise<void> {
    await until(`${count} refusals`, () => this.#refused >= count);
    assert.equal(this.#refused, count);
    this.#refused = 0;
  }

  connect(localAddress = '127.0.0.1'): Socket {
    // Closed by the device, it may be reset.
    return connect({ port: this.device.server.port, host: '127.0.0.1', localAddress }).on('error', () => {});
  }

  advance(seconds: number): void {
    this.device.station.clock.advance(seconds);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    assert.deepEqual(this.device.bugs, []);
    await this.device[Symbol.asyncDispose]();
  }
}

/** A client with some connections, at an address of its own. */
class Client implements Disposable {
  readonly #agent: Agent;
  readonly #port: number;

  constructor({ device }: FloodedDevice, { connections = 8, localAddress = '127.0.0.1' } = {}) {
    this.#port = device.server.port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress });
  }

  async ask(body = QUESTION): Promise<number> {
    const asked = request({ host: '127.0.0.1', port: this.#port, path: PATH, agent: this.#agent, method: 'POST' });
    asked.once('socket', (socket) => socket.once('connect', () => (this.connected += 1)));
    asked.end(body);
    const [response] = await once(asked, 'response');
    await once(response.resume(), 'end');
    return response.statusCode;
  }

  /** Number of connections that it has made. */
  connected = 0;

  askTimes(count: number): Promise<readonly number[]> {
    return Promise.all(Array.from({ length: count }, () => this.ask()));
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

const all = (count: number, status: number) => Array<number>(count).fill(status);

describe('an address that asks too much', () => {
  it('is refused a second later for as long as it goes on, and served when it has rested for one', async () => {
    await using flooded = await FloodedDevice.start();
    using client = new Client(flooded);
    assert.deepEqual(await client.askTimes(BURST), all(BURST, 200));
    for (let second = 0; second < 3; second += 1) {
      const asked = client.askTimes(8);
      await flooded.refuses(8);
      flooded.advance(1);
      assert.deepEqual(await asked, all(8, 503));
    }
    flooded.advance(1);
    assert.equal(await client.ask(), 200);
  });

  it('has no connection left, even if it closes them, while another is served', async () => {
    await using flooded = await FloodedDevice.start();
    using client = new Client(flooded);
    using other = new Client(flooded, { localAddress: '127.0.0.2' });
    await client.askTimes(BURST);
    client[Symbol.dispose]();
    const sockets = Array.from({ length: CONNECTIONS_OF_ADDRESS - 8 }, () => flooded.connect());
    for (const socket of sockets) socket.write(BYTES);
    await flooded.refuses(sockets.length);
    for (const socket of sockets) socket.destroy();
    const more = Array.from({ length: 9 }, () => flooded.connect());
    await Promise.race(more.map((socket) => once(socket, 'close')));
    assert.deepEqual(await other.askTimes(8), all(8, 200));
    flooded.advance(1);
    for (const socket of more) socket.destroy();
    flooded.advance(1);
    assert.equal(await until('a connection', () => client.ask().catch(() => undefined)), 200);
  });

  it('loses a connection on which it asks on without waiting', async () => {
    await using flooded = await FloodedDevice.start();
    using client = new Client(flooded);
    await client.askTimes(BURST);
    const socket = flooded.connect();
    let received = '';
    socket.on('data', (bytes) => {
      received += String(bytes);
    });
    socket.write(BYTES.repeat(3));
    await once(socket, 'close');
    assert.equal(received, '');
    await flooded.refuses(1);
  });

  it('asks less with long messages', async () => {
    await using flooded = await FloodedDevice.start();
    using client = new Client(flooded, { connections: 1 });
    // Counts 16 times.
    const long = QUESTION.padEnd(61_440);
    for (let left = BURST; left > 0; left -= 16) assert.equal(await client.ask(long), 200);
    const asked = client.ask();
    await flooded.refuses(1);
    flooded.advance(1);
    assert.equal(await asked, 503);
  });
});

describe('addresses that hold all connections', () => {
  it('lose one to a client of another address, and none of a client that has signed in', async () => {
    await using flooded = await FloodedDevice.start();
    using signedIn = new Client(flooded, { connections: 1, localAddress: '127.0.0.9' });
    using newcomer = new Client(flooded, { connections: 8, localAddress: '127.0.0.10' });
    const createdMs = flooded.device.station.clock.nowUs() / 1000;
    const { password } = flooded.device;
    const users = soapMessage('tds:GetUsers', securityHeader({ user: 'admin', password, createdMs }));
    assert.equal(await signedIn.ask(users), 200);
    const holders = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
    const sockets = holders.flatMap((address) =>
      Array.from({ length: CONNECTIONS_OF_ADDRESS }, () => flooded.connect(address)),
    );
    // The last one has the place of another.
    await Promise.race(sockets.map((socket) => once(socket, 'close')));
    assert.deepEqual(await newcomer.askTimes(8), all(8, 200));
    assert.equal(await signedIn.ask(), 200);
    assert.equal(signedIn.connected, 1);
    for (const socket of sockets) socket.destroy();
  });
});
