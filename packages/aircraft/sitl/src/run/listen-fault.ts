import { Fault } from '@kitestring/base/fault.ts';

/** The port cannot be had: one line, with what to try. */
export class TetherListenFault extends Fault {}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: end the other simulator',
  EACCES: 'is not permitted: ports below 1024 need rights',
  EADDRNOTAVAIL: 'is no address of this machine',
  ENOTFOUND: 'is no address of this machine',
};

export function listenFault(where: string, error: Error): TetherListenFault {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? `cannot be had: ${error.message}`;
  return new TetherListenFault(`${where} ${reason}`, { cause: error });
}
