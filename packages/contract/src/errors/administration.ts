import { errorTable } from './error-definition.ts';

/** What the administration of plugins refuses: `/admin/v1` only. */
export const ADMINISTRATION_ERRORS = errorTable({
  LAST_INTERNAL_PLUGIN: {
    status: 409,
    meaning: 'It is the last enabled plugin with the scope `internal`: without it nobody could administer the station.',
    remedy: 'Add or enable another plugin with that scope first, or use `kitestring plugin` on the station itself.',
    example: 'first is the last enabled plugin with the scope internal',
  },
  TOO_MANY_PLUGINS: {
    status: 409,
    meaning: 'As many plugins are registered as the station keeps.',
    remedy: 'Remove those that nobody uses.',
    example: 'there may be 200 plugins, there are 200',
  },
});
