import { createServer, type RequestListener } from 'node:http';
import Fastify from 'fastify';

/*
 * The peers of the HTTP benchmark: a server that answers everything with the bytes and headers that it gets as JSON in its
 * second argument; the first says which: `bare` is node:http alone, `fastify` a route of Fastify as it comes. Prints its URL.
 */
interface Answer {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const answer = JSON.parse(process.argv[3] ?? '{}') as Answer;
const server = createServer(process.argv[2] === 'fastify' ? await plainFastify(answer) : bare(answer));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});

function bare({ headers, body }: Answer): RequestListener {
  // With its length, or Node would send it in chunks; as text, which Node writes in one piece with the headers.
  const head = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return (_request, response) => {
    response.writeHead(200, head);
    response.end(body);
  };
}

async function plainFastify({ path, headers, body }: Answer): Promise<RequestListener> {
  const app = Fastify();
  app.get(path, (_request, reply) => {
    reply.headers(headers).send(body);
  });
  await app.ready();
  return (request, response) => app.routing(request, response);
}
