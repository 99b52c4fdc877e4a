import { createServer } from 'node:http';

/*
 * The peer of the HTTP benchmark: a bare node:http server that answers everything with the bytes and headers that it gets
 * as JSON in its first argument. Prints its URL.
 */
const { headers, body } = JSON.parse(process.argv[2] ?? '{}') as { headers: Record<string, string>; body: string };
const bytes = Buffer.from(body);

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
