import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPlan } from './page.ts';

const page = join(import.meta.dirname, '../../docs/architecture.md');
writeFileSync(page, withPlan(readFileSync(page, 'utf8')));
