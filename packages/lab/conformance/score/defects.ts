import type { Defect } from './defect.ts';
import { ANSWER_DEFECTS } from './defects/answers.ts';
import { CONTROL_DEFECTS, FLIGHT_DEFECTS } from './defects/commands.ts';
import { ERROR_DEFECTS } from './defects/errors.ts';
import { HISTORY_DEFECTS } from './defects/history.ts';
import { LIMIT_DEFECTS } from './defects/limits.ts';
import { OLDER_DEFECTS } from './defects/older.ts';
import { SUBSCRIPTION_DEFECTS } from './defects/subscriptions.ts';
import { TOKEN_DEFECTS } from './defects/tokens.ts';

/** Every seeded defect, each a mistake that stations make. */
export const DEFECTS: readonly Defect[] = [
  ANSWER_DEFECTS,
  ERROR_DEFECTS,
  TOKEN_DEFECTS,
  LIMIT_DEFECTS,
  HISTORY_DEFECTS,
  SUBSCRIPTION_DEFECTS,
  CONTROL_DEFECTS,
  FLIGHT_DEFECTS,
  OLDER_DEFECTS,
].flatMap((table) => Object.entries(table).map(([id, defect]) => ({ id, ...defect })));
