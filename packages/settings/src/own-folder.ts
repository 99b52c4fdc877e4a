import { fileURLToPath } from 'node:url';

/** Kitestring's own folder, beside its package.json. A package from npm has another (scripts/pack). */
export const ownFolder = (): string => fileURLToPath(new URL('../../../', import.meta.url));
