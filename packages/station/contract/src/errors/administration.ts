import { errorTable } from './error-definition.ts';

/** Errors of administration: plugins, accounts, links, passkeys. */
export const ADMINISTRATION_ERRORS = errorTable(409, {
  LAST_INTERNAL_PLUGIN: {
    meaning:
      'It is the last enabled plugin with the scope `internal`: without it the station could not be administered.',
    remedy: 'Add or enable another plugin with that scope first, or use `kitestring plugin` on the station itself.',
    message: '{plugin} is the last enabled plugin with the scope internal',
    sample: { plugin: 'first' },
  },
  TOO_MANY_WATCH_LINKS: {
    meaning: 'The maximum number of watch links is valid.',
    remedy: 'Revoke links that are no longer needed.',
    message: '{count} links are valid, the maximum is {most}',
    sample: { most: 20, count: 20 },
  },
  WATCH_LINK_FULL: {
    meaning: 'The link is open on the maximum number of screens.',
    remedy: 'Close it on another screen, or ask for a second link.',
    message: 'the link {link} is open on {most} screens already',
    sample: { link: 'Command post', most: 10 },
  },
  PASSKEYS_UNAVAILABLE: {
    meaning: 'Browsers do not offer passkeys for this address of the station.',
    remedy: 'Open the station over HTTPS by its host name, or as `localhost` on the station itself.',
    message: {
      unencrypted: 'passkeys need HTTPS, or localhost',
      address: 'passkeys need a host name, {host} is an address',
      origin: 'passkeys are accepted from the page of this station only; the request has another origin',
    },
    sample: { host: '192.0.2.7' },
  },
  TOO_MANY_ACCOUNTS: {
    meaning: 'The maximum number of accounts exists.',
    remedy: 'Delete those of people who have left.',
    message: 'there are {count} accounts, the maximum is {most}',
    sample: { most: 200, count: 200 },
  },
  LOGIN_TAKEN: {
    meaning: 'Another account already has this login.',
    remedy: 'Choose another login.',
    message: 'the login {login} is already used by another account',
    sample: { login: 'm.rossi' },
  },
  OWN_ACCOUNT: {
    meaning: 'Role, enabling and deletion of the caller’s own account need another administrator.',
    remedy: 'Ask another administrator, or use `kitestring account` on the station itself.',
    message: 'your own account: only another administrator can change its role, disable or delete it',
  },
  TOO_MANY_PLUGINS: {
    meaning: 'The maximum number of plugins is registered.',
    remedy: 'Remove unused plugins.',
    message: 'there are {count} plugins, the maximum is {most}',
    sample: { most: 200, count: 200 },
  },
});
