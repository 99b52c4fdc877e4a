import { writeFileSync } from 'node:fs';
import { LICENCE_FILES } from './licence-files.ts';
import { root } from './locked-packages.ts';

for (const [name, content] of LICENCE_FILES) writeFileSync(`${root}licences/${name}`, content());
