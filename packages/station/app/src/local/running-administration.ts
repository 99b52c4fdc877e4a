import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Administer, AdministrationFault } from './administration.ts';
import type { SocketAnswer } from './local-socket.ts';
import { socketPlace } from './socket-place.ts';

/** No station is listening. */
const NO_STATION: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

/** The actions of the station that runs on a data folder; undefined when none answers. @throws AdministrationFault */
export async function runningAdministration(folder: string): Promise<Administer | undefined> {
  const probe = await connected(folder);
  probe?.destroy();
  return probe && ((action, input) => ask(folder, action, input) as never);
}

async function ask(folder: string, action: string, input: object): Promise<unknown> {
  const socket = await connected(folder);
  if (socket === undefined) throw new AdministrationFault('the station has stopped meanwhile; try again', false);
  socket.end(JSON.stringify({ action, input }));
  // A station that is killed meanwhile resets the connection, or ends it within its answer.
  const line = await text(socket).catch(() => '');
  const answered = line.endsWith('\n') ? (JSON.parse(line) as SocketAnswer) : undefined;
  if (answered === undefined) throw new AdministrationFault('the station gave no answer; see what it lists', false);
  if ('refused' in answered) throw new AdministrationFault(answered.refused, answered.isUsage);
  return answered.value;
}

function connected(folder: string): Promise<Socket | undefined> {
  const place = socketPlace(folder);
  const { promise, reject, resolve } = Promise.withResolvers<Socket | undefined>();
  if (place.address === undefined) resolve(undefined);
  else {
    const socket = connect({ path: place.address, allowHalfOpen: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', (fault: NodeJS.ErrnoException) => {
      if (NO_STATION.has(fault.code)) resolve(undefined);
      else reject(new AdministrationFault(`the socket of the station cannot be opened: ${fault.message}`, false));
    });
  }
  return promise.finally(() => place[Symbol.dispose]());
}
