import type { Duplex } from 'node:stream';
import type { Clock } from '@kitestring/base/clock.ts';
import type { MavlinkAddress } from '../address.ts';
import {
  type MavlinkTransport,
  type TransportEvents,
  TransportFault,
  type TransportFaultCode,
} from './mavlink-transport.ts';
import { StreamClient } from './stream-client.ts';
import { isUnixBinding, mendUnixReads, type UnixSerialBinding } from './unix-serial-reads.ts';

type SerialAddress = Extract<MavlinkAddress, { kind: 'serial' }>;

/** The part of the package `serialport` that is used. It is optional and has native code: only a serial address loads it. */
interface SerialLibrary {
  readonly SerialPort: new (options: { path: string; baudRate: number; autoOpen: false }) => OpenedPort;
}

interface OpenedPort extends Duplex {
  open(callback: (error: Error | null) => void): void;
  readonly port?: Partial<UnixSerialBinding>;
}

const LIBRARY: string = 'serialport';

/** @throws TransportFault when the device or the library is not there. A device that goes later is opened again by itself. */
export async function openSerial(
  address: SerialAddress,
  clock: Clock,
  events: TransportEvents,
): Promise<MavlinkTransport> {
  const library = await loadLibrary(address.path);
  // The first opening tells a person what is wrong; the next ones are for a plug that was pulled.
  let first: Duplex | undefined = await openPort(library, address);
  return new StreamClient(
    address.path,
    async () => {
      const port = first ?? (await openPort(library, address));
      first = undefined;
      return port;
    },
    clock,
    events,
  );
}

async function loadLibrary(path: string): Promise<SerialLibrary> {
  try {
    return (await import(LIBRARY)) as SerialLibrary;
  } catch (cause) {
    const message = `${path}: the package serialport is not installed: npm install serialport`;
    throw new TransportFault('NO_SERIALPORT', message, { cause });
  }
}

function openPort({ SerialPort }: SerialLibrary, { baud, path }: SerialAddress): Promise<Duplex> {
  const port = new SerialPort({ path, baudRate: baud, autoOpen: false });
  return new Promise((resolve, reject) => {
    port.open((error) => {
      if (error instanceof Error) return reject(serialFault(path, error));
      if (isUnixBinding(port.port)) mendUnixReads(port.port);
      resolve(port);
    });
  });
}

/** The library passes on the words of the system. */
const CAUSES: readonly (readonly [RegExp, TransportFaultCode, string])[] = [
  [/no such file|cannot find|not found/i, 'NO_DEVICE', 'no such device: plug it in; ls /dev/serial/by-id shows all'],
  [/(permission|access) denied/i, 'NOT_ALLOWED', 'not allowed: add this user to the group dialout, and sign in again'],
  [/cannot lock|busy|unavailable/i, 'PORT_IN_USE', 'another program uses it: end it, for example ModemManager'],
];

function serialFault(path: string, cause: Error): TransportFault {
  const [, code, text] = CAUSES.find(([words]) => words.test(cause.message)) ?? ['', 'FAILED' as const, cause.message];
  return new TransportFault(code, `${path}: ${text}`, { cause });
}
