import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionShares } from '../connection-shares.ts';
import type { OnvifStation } from '../onvif-station.ts';
import type { RtspTunnels } from './rtsp-tunnels.ts';

const FIRST_WITHIN_MS = 15_000;

/**
 * Gives admitted connections of tunnels to them, all others to the HTTP server: its parser would end a tunnel by its declared length.
 * The first bytes are unread before, because the parser takes over the handle itself.
 */
export function tunnelsFirst(server: Server, tunnels: RtspTunnels, connections: ConnectionShares): void {
  const [accept] = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!connections.admit(socket)) return;
    const drop = () => socket.destroy();
    socket.setTimeout(FIRST_WITHIN_MS, drop);
    socket.on('error', drop);
    socket.once('end', drop);
    socket.once('data', (first: Buffer) => {
      socket.setTimeout(0);
      socket.removeListener('timeout', drop);
      socket.off('end', drop);
      socket.pause();
      if (tunnels.take(socket, first)) return;
      socket.unshift(first);
      accept?.call(server, socket);
      socket.resume();
    });
  });
}

/** Port of the RTSP server that has a stream at this path; undefined where none, or more than one, has it. */
export async function rtspPort({ streams }: Pick<OnvifStation, 'streams'>, path: string): Promise<number | undefined> {
  const [wanted] = path.split('?');
  const addresses = (await streams()).flatMap(({ rtsp_url: url }) => (url === undefined ? [] : [new URL(url)]));
  const [found, other] = addresses.filter(({ pathname }) => pathname === wanted);
  return found === undefined || other !== undefined ? undefined : Number(found.port);
}
