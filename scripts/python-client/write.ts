import { mkdirSync, writeFileSync } from 'node:fs';
import { referenceFiles } from '../reference/reference-files.ts';
import { PYTHON_CLIENT_FOLDER, pythonClientFiles } from './python-files.ts';

mkdirSync(PYTHON_CLIENT_FOLDER, { recursive: true });
for (const [name, content] of pythonClientFiles(referenceFiles())) {
  writeFileSync(new URL(name, PYTHON_CLIENT_FOLDER), content);
}
