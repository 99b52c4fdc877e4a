import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { HubFault } from '../hub-fault.ts';
import { ENGINE_FILE } from './engine-cache.ts';
import { ENGINE_VERSION_MIN, engineVersion, isNewEnough } from './engine-version.ts';

/** A nats-server that the hub can start. */
export interface Engine {
  readonly file: string;
  readonly version: string;
  readonly foundIn: 'setting' | 'PATH' | 'cache';
}

interface EnginePlaces {
  /** File named by the user; no other place is searched then. */
  readonly setting?: string | undefined;
  /** The variable PATH. */
  readonly path: string;
  /** Folder that `kitestring hub engine install` writes to. */
  readonly cache: string;
}

/**
 * Finds nats-server: the configured file, then the PATH, then the user's cache. Never downloads anything.
 * @throws HubFault
 */
export async function findEngine(places: EnginePlaces): Promise<Engine> {
  if (places.setting !== undefined) return chosenEngine(places.setting);
  const tooOld: string[] = [];
  for (const { file, foundIn } of candidates(places)) {
    const version = await engineVersion(file);
    if (version !== undefined && isNewEnough(version)) return { file, version, foundIn };
    tooOld.push(`${file} is ${version ?? 'not a nats-server that runs here'}`);
  }
  const seen = tooOld.length === 0 ? '' : ` (${tooOld.join('; ')})`;
  throw new HubFault(
    'ENGINE_MISSING',
    `the hub needs nats-server ${ENGINE_VERSION_MIN} or newer, and there is none${seen}: run "kitestring hub engine install", put one into the PATH, or name it with --engine FILE`,
  );
}

async function chosenEngine(file: string): Promise<Engine> {
  const version = await engineVersion(file);
  if (version === undefined)
    throw new HubFault('ENGINE_MISSING', `--engine: ${file} is not a nats-server that runs here`);
  if (isNewEnough(version)) return { file, version, foundIn: 'setting' };
  throw new HubFault(
    'ENGINE_MISSING',
    `--engine: ${file} is nats-server ${version}; the hub needs ${ENGINE_VERSION_MIN} or newer`,
  );
}

function candidates({ cache, path }: EnginePlaces): { file: string; foundIn: 'PATH' | 'cache' }[] {
  const inPath = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => ({ file: join(folder, ENGINE_FILE), foundIn: 'PATH' as const }));
  return [...inPath, { file: join(cache, ENGINE_FILE), foundIn: 'cache' as const }].filter(({ file }) =>
    existsSync(file),
  );
}
