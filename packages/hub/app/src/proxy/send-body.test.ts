import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import type { AnswerBody } from './chunked-answer.ts';
import { sendBody } from './send-body.ts';

const INJECTED = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil';

/** Everything that a client with a connection of its own gets for a body of these texts. */
async function answered(texts: readonly string[], length: number, status = 200): Promise<string> {
  const body: AnswerBody = {
    cancel: () => {},
    async *[Symbol.asyncIterator]() {
      for (const text of texts) yield Buffer.from(text);
    },
  };
  const server = createServer((_request, response) => {
    response.writeHead(status, ['Content-Length', String(length)]);
    void sendBody(body, response, length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let got = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    got += text;
    if (got.endsWith('\r\n\r\nwhole') || status === 304) socket.end();
  });
  socket.write('GET / HTTP/1.1\r\nHost: hub\r\n\r\n');
  await once(socket, 'close');
  server.closeAllConnections();
  server.close();
  return got.slice(got.indexOf('\r\n\r\n') + 4);
}

describe('the answer of a station to a client', () => {
  it('is what it announces', async () => {
    assert.equal(await answered(['wh', 'ole'], 5), 'whole');
    assert.equal(await answered([], 5, 304), '');
  });

  it('ends with the connection where more comes: it would count as the next answer', async () => {
    assert.equal(await answered(['whol', INJECTED], 4), 'whol');
  });

  it('ends with the connection where less comes: the next answer would count as the rest', async () => {
    assert.equal(await answered(['wh'], 5), 'wh');
  });
});
