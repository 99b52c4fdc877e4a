import { runBuilder } from '@kitestring/kit/build/build-page.ts';
import { CONSOLE_PAGE } from './page-folder.ts';

await runBuilder(CONSOLE_PAGE);
