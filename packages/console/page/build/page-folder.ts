import { join } from 'node:path';
import { PageSource } from '@kitestring/console-ui/build/page-source.ts';

export const CONSOLE_PAGE = new PageSource({ folder: join(import.meta.dirname, '..'), name: 'console' });
