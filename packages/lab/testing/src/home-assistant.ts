import { join } from 'node:path';
import { type FoundProgram, findProgram, INSTALLED_BY, programCache } from './found-program.ts';

const OLDEST = [2024, 3] as const;

/** Home Assistant of this machine: in the PATH, or where scripts/test-programs.mjs installs it. */
export const homeAssistantProgram = (): FoundProgram | undefined =>
  findProgram({ name: 'hass', cache: join(programCache('home-assistant'), 'bin'), oldest: OLDEST });

/** The reason to skip tests that need Home Assistant; false if it is available. */
export const missingHomeAssistant = (): string | false =>
  homeAssistantProgram() === undefined && `no Home Assistant ${OLDEST.join('.')} or newer: ${INSTALLED_BY}`;
