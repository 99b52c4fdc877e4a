/** A port that does nothing but refuse each request a second later, as an ONVIF device refuses a flood. Prints its number. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const server = createServer(async (_, response) => {
  await setTimeout(1000);
  response.writeHead(503).end('too many requests\n');
}).listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)));
