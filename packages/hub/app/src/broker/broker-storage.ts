import type { NatsConnection } from '@nats-io/transport-node';

/** Storage limits and use of one nats-server for streams, as reported to the system account, bytes. */
export interface ServerStorage {
  readonly name: string;
  readonly diskMax: number;
  readonly diskUsed: number;
  readonly memoryMax: number;
  readonly memoryUsed: number;
}

const WAIT_MS = 1500;

/**
 * Storage of each nats-server that answers. @param count of the servers; with this many answers it does not wait longer
 */
export async function storageOfServers(connection: NatsConnection, count: number): Promise<readonly ServerStorage[]> {
  const options = { strategy: 'count', maxMessages: count, maxWait: WAIT_MS } as const;
  const answers = await connection.requestMany('$SYS.REQ.SERVER.PING.JSZ', '{}', options);
  const found: ServerStorage[] = [];
  for await (const answer of answers) {
    const { data, server } = answer.json<{
      server?: { name?: string };
      data?: { config?: { max_storage?: number; max_memory?: number }; memory?: number; storage?: number };
    }>();
    found.push({
      name: server?.name ?? '',
      diskMax: data?.config?.max_storage ?? 0,
      diskUsed: data?.storage ?? 0,
      memoryMax: data?.config?.max_memory ?? 0,
      memoryUsed: data?.memory ?? 0,
    });
  }
  return found;
}

/** Free space of the server with the least. @throws Error when none has answered */
export function leastSpace(servers: readonly ServerStorage[]) {
  const least = (max: 'diskMax' | 'memoryMax', used: 'diskUsed' | 'memoryUsed') => {
    const spaces = servers.map((server) => ({ freeBytes: server[max] - server[used], totalBytes: server[max] }));
    const [first] = spaces.sort((a, b) => a.freeBytes - b.freeBytes);
    if (first === undefined) throw new Error('no nats-server has told its storage');
    return first;
  };
  return { broker_disk: least('diskMax', 'diskUsed'), broker_memory: least('memoryMax', 'memoryUsed') };
}
