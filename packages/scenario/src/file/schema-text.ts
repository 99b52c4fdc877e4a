import { fileURLToPath } from 'node:url';
import { scenarioJsonSchema } from './scenario-json-schema.ts';

/** The scenarios that ship. */
export const SCENARIOS_FOLDER = fileURLToPath(new URL('../../../../scenarios/', import.meta.url));

/** Where the committed schema is; scenario files name it in their first line. */
export const SCHEMA_FILE = `${SCENARIOS_FOLDER}scenario.schema.json`;

export const schemaText = (): string => `${JSON.stringify(scenarioJsonSchema(), null, 1)}\n`;
