/** The nats-server of this machine, for tests of stations and their hub. */
import { type FoundProgram, findProgram, programCache } from './found-program.ts';

/** Where scripts/test-programs.mjs installs it. */
export const NATS_SERVER_CACHE = programCache('nats-server');
const OLDEST = [2, 14] as const;

let found: FoundProgram | undefined;

export function natsServerProgram(): FoundProgram | undefined {
  found ??= findProgram({ name: 'nats-server', cache: NATS_SERVER_CACHE, oldest: OLDEST });
  return found;
}

/** The reason to skip tests that need a nats-server; false if it is available. */
export const missingNatsServer = (): string | false =>
  natsServerProgram() === undefined && `no nats-server ${OLDEST.join('.')} or newer`;
