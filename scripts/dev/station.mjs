// The station that `npm run dev` restarts at each change, from its sources.
import { main } from '../../packages/cli/src/main.ts';

await main(process.argv.slice(2));
