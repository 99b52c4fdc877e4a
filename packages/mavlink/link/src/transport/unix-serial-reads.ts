import { read } from 'node:fs';

/** Parts in use of a port that the package `serialport` has opened on Unix. */
export interface UnixSerialBinding {
  readonly poller: NodeJS.EventEmitter;
  /** None once it is closed. */
  readonly fd: number | null;
  read(buffer: Buffer, offset: number, length: number): Promise<{ readonly bytesRead: number }>;
}

interface ReadOutcome {
  /** 0 with an error, too. */
  readonly bytesRead: number;
  readonly code?: string | undefined;
}

const IS_TO_BE_READ_LATER: ReadonlySet<string | undefined> = new Set(['EAGAIN', 'EWOULDBLOCK', 'EINTR']);

/** Whether the port has what is mended here: one of Windows has not. */
export function isUnixBinding(binding: Partial<UnixSerialBinding> | undefined): binding is UnixSerialBinding {
  return binding?.poller !== undefined && typeof binding.fd === 'number';
}

/**
 * Mends two faults of the package. From Node 26.4 on, promises that an event of the poller settles continue only when something else wakes the
 * loop, seconds later on a quiet station (serialport/bindings-cpp, pull request 239, open): an immediate runs in the same turn. And it reads without
 * end from a device that was pulled between two reads, which uses up a core and the memory: Linux gives no bytes and no error for a terminal
 * that was hung up (hung_up_tty_read in drivers/tty/tty_io.c), and never for one that has no bytes yet.
 */
export function mendUnixReads(binding: UnixSerialBinding): void {
  const { poller } = binding;
  for (const event of ['readable', 'writable', 'disconnect']) poller.on(event, () => void setImmediate(() => {}));
  binding.read = async (buffer, offset, length) => {
    for (;;) {
      if (binding.fd === null) throw Object.assign(new Error('the port is closed'), { canceled: true });
      const { bytesRead, code } = await readOnce(binding.fd, buffer, offset, length);
      if (bytesRead > 0) return { bytesRead };
      if (!IS_TO_BE_READ_LATER.has(code)) throw new Error(code ?? 'the device was hung up');
      await untilReadable(poller);
    }
  };
}

function readOnce(fd: number, buffer: Buffer, offset: number, length: number): Promise<ReadOutcome> {
  return new Promise((resolve) => {
    read(fd, buffer, offset, length, null, (error, bytesRead) =>
      resolve({ bytesRead: bytesRead ?? 0, code: error?.code }),
    );
  });
}

/** The poller calls back with an error when the device is gone or the port is closed. */
function untilReadable(poller: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve, reject) => {
    poller.once('readable', (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
}
