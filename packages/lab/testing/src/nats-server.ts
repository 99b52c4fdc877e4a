/** The nats-server of this machine, for tests of stations and their hub. */
import { type FoundProgram, findProgram, INSTALLED_BY, programCache } from './found-program.ts';

/** Where scripts/test-programs.mjs installs it. */
export const NATS_SERVER_CACHE = programCache('nats-server');
/** Where it brings one that is not installed: for the story of the hub, which is a part of every test run. */
export const STORY_NATS_SERVER_CACHE = programCache('story-nats-server');
const OLDEST = [2, 14] as const;

const foundIn = new Map<string, FoundProgram | undefined>();

function natsServerIn(cache: string): FoundProgram | undefined {
  if (foundIn.get(cache) === undefined) foundIn.set(cache, findProgram({ name: 'nats-server', cache, oldest: OLDEST }));
  return foundIn.get(cache);
}

export const natsServerProgram = (): FoundProgram | undefined => natsServerIn(NATS_SERVER_CACHE);

export const storyNatsServerProgram = (): FoundProgram | undefined =>
  natsServerProgram() ?? natsServerIn(STORY_NATS_SERVER_CACHE);

/** The reason to skip tests that need a nats-server; false if it is available. */
export const missingNatsServer = (): string | false =>
  natsServerProgram() === undefined && `no nats-server ${OLDEST.join('.')} or newer: ${INSTALLED_BY}`;
