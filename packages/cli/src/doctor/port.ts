import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Finding, fail, fine } from './finding.ts';

const CHECK = 'Port';

interface PortRequest {
  readonly host: string;
  readonly port: number;
  /** A station answers at this port. */
  readonly isOurs: boolean;
  /** `station` when absent. */
  readonly service?: string;
}

/** Checks that the station can listen at the configured address. */
export async function checkPort({ host, isOurs, port, service = 'station' }: PortRequest): Promise<Finding> {
  if (port === 0) return fine(CHECK, 'any free one (0)');
  const code = await tryToListen(host, port);
  if (code === undefined) return fine(CHECK, `${port} on ${host} is free`);
  if (isOurs) return fine(CHECK, `${port} on ${host}: used by the running ${service}`);
  return fail(
    CHECK,
    `cannot listen on port ${port} of ${host} (${code})`,
    REMEDIES[code] ?? 'Choose another with --port.',
  );
}

const REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses it: stop it, or choose another port with --port (0: any free one).',
  EACCES:
    'Ports below 1024 need privileges: choose another with --port, or sudo setcap cap_net_bind_service=+ep on the node binary.',
  EADDRNOTAVAIL: 'This machine does not have this address: choose one of its own with --host.',
  ENOTFOUND: 'There is no host of this name: choose an address of this machine with --host.',
};

async function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
