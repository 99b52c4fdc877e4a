import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPlan } from './page.ts';
import { readmes } from './readme.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/contribute/architecture.md');
writeFileSync(page, withPlan(readFileSync(page, 'utf8')));
for (const [path, text] of readmes()) writeFileSync(join(root, path), text);
