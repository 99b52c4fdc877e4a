import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface OptionalLibrary {
  /** Whether this import is one of it. */
  readonly isUsed: (source: string, importer: string) => boolean;
  /** Name of what is imported in the package that has it. */
  readonly nameOf: (source: string) => string;
}

const HUB_FOLDER = join(import.meta.dirname, '../../packages/hub/app');
/** A hub imports them, and a station does not: they make a package of their own. */
const HUB_NAMES = /^(@electric-sql|@nats-io|jose$|openid-client$|pg$)/;

const { dependencies } = JSON.parse(readFileSync(join(HUB_FOLDER, 'package.json'), 'utf8')) as {
  dependencies: Readonly<Record<string, string>>;
};

/** Libraries of a hub with their versions. */
export const HUB_LIBRARIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(dependencies).filter(([name]) => HUB_NAMES.test(name)),
);

/** `@nats-io/jetstream` as `jetstream`. */
export const shortName = (library: string): string => library.replace(/^@[\w-]+\//, '');

/** Libraries that are imported from an optional package. */
export const OPTIONAL_LIBRARIES: readonly OptionalLibrary[] = [
  {
    isUsed: (source, importer) => source in HUB_LIBRARIES && importer.startsWith(HUB_FOLDER),
    nameOf: (source) => `@kitestring/hub/${shortName(source)}.mjs`,
  },
  { isUsed: (source) => /^node-av\b/.test(source), nameOf: (source) => source },
];

/** Imports that may be of one. */
export const OPTIONAL = new RegExp(`^(?:${[...Object.keys(HUB_LIBRARIES), 'node-av(?:/.*)?'].join('|')})$`);
