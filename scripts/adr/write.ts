import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADR_FOLDER, adrIndex, adrRecords } from './records.ts';

writeFileSync(join(ADR_FOLDER, 'README.md'), adrIndex(adrRecords()));
