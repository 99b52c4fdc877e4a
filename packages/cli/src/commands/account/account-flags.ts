import type { Flags } from '../../command.ts';
import { FOLDER_FLAGS } from '../../settings-flags.ts';

/** Flags of every command on accounts. */
export const ACCOUNT_FLAGS: Flags = {
  ...FOLDER_FLAGS,
  json: { description: 'Print JSON, for scripts.' },
};
