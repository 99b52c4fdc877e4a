import { join } from 'node:path';
import { type FoundProgram, findProgram, programCache } from './found-program.ts';

/** Home Assistant, which needs a Python of its own and is installed by no test. */
export const homeAssistantProgram = (): FoundProgram | undefined =>
  findProgram({ name: 'hass', cache: join(programCache('home-assistant'), 'bin'), oldest: [2024, 3] });
