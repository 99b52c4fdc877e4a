import { runBuilder } from '@kitestring/console-ui/build/build-page.ts';
import { CONSOLE_PAGE } from './page-folder.ts';

await runBuilder(CONSOLE_PAGE);
