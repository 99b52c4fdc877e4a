import { runBuilder } from '@kitestring/console-ui/build/build-page.ts';
import { HUB_PAGE } from './page-folder.ts';

await runBuilder(HUB_PAGE);
