import { fileURLToPath } from 'node:url';
import { scenarioJsonSchema } from './scenario-json-schema.ts';

/** Scenarios included in the product. */
export const SCENARIOS_FOLDER = fileURLToPath(new URL('../../../../../scenarios/', import.meta.url));

/** Path of the committed schema; scenario files reference it in their first line. */
export const SCHEMA_FILE = `${SCENARIOS_FOLDER}scenario.schema.json`;

export const schemaText = (): string => `${JSON.stringify(scenarioJsonSchema(), null, 1)}\n`;
