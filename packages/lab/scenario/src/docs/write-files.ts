import { writeFileSync } from 'node:fs';
import { SCHEMA_FILE, schemaText } from '../file/schema-text.ts';
import { LANGUAGE_REFERENCE_FILE, languageReference } from './language-reference.ts';

writeFileSync(SCHEMA_FILE, schemaText());
writeFileSync(LANGUAGE_REFERENCE_FILE, languageReference());
