import { mkdirSync, writeFileSync } from 'node:fs';
import { referenceFiles } from './reference-files.ts';

const folder = new URL('../../docs/reference/', import.meta.url);

mkdirSync(folder, { recursive: true });
for (const [name, content] of referenceFiles()) writeFileSync(new URL(name, folder), content);
