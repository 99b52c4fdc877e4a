import { join } from 'node:path';
import { MESSAGE_BYTES_MAX } from '@kitestring/hub-contract/permissions.ts';

/** Memory for streams that hold only the newest message; a station needs some kB. */
const MEMORY_STORE_BYTES = 256 * 1024 ** 2;
/** More than the limits of all streams together. */
const FILE_STORE_BYTES = 64 * 1024 ** 3;
/** When a thousand stations reconnect at once, authentication takes longer than the usual 2 s. */
const AUTHENTICATION_TIMEOUT_S = 30;

export interface EngineConfigOptions {
  /** Folder of the streams, accounts and files of the engine. */
  readonly folder: string;
  /** Port for the hub itself on 127.0.0.1; -1: chosen by the operating system. */
  readonly port: number;
  /** Address for stations. Port -1: chosen by the operating system. */
  readonly webSocket: { readonly host: string; readonly port: number };
  /** Files of key and certificate; absent: no TLS. */
  readonly tls: { readonly keyFile: string; readonly certFile: string } | undefined;
  readonly operatorJwt: string;
  /** Account tokens by public key. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly systemAccount: string;
}

export const pidFile = (folder: string): string => join(folder, 'nats-server.pid');

/** Configuration of a single nats-server, a child of the hub. */
export function engineConfig(options: EngineConfigOptions): string {
  const { folder, port } = options;
  const place = { server_name: 'kitestring-hub', host: '127.0.0.1', port, pid_file: pidFile(folder) };
  return JSON.stringify({ ...place, ...engineRules(options) });
}

/** Everything that does not depend on the location of the server; the configuration language accepts JSON. */
export function engineRules(options: Omit<EngineConfigOptions, 'port'>): object {
  const { accounts, folder, operatorJwt, systemAccount, tls, webSocket } = options;
  return {
    max_payload: MESSAGE_BYTES_MAX,
    // The default of two minutes is too long for a connection that a NAT has dropped.
    ping_interval: '20s',
    ping_max: 2,
    authorization: { timeout: AUTHENTICATION_TIMEOUT_S },
    operator: operatorJwt,
    system_account: systemAccount,
    resolver: { type: 'full', dir: join(folder, 'accounts'), allow_delete: false, interval: '2m' },
    resolver_preload: accounts,
    jetstream: {
      store_dir: join(folder, 'streams'),
      max_memory_store: MEMORY_STORE_BYTES,
      max_file_store: FILE_STORE_BYTES,
      // An acknowledged message is on the disk.
      sync_interval: 'always',
    },
    websocket: {
      host: webSocket.host,
      port: webSocket.port,
      handshake_timeout: '10s',
      compression: false,
      ...(tls === undefined ? { no_tls: true } : { tls: { cert_file: tls.certFile, key_file: tls.keyFile } }),
    },
  };
}
