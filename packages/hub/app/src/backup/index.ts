export { backUpHub } from './back-up-hub.ts';
export { restoreHub } from './restore-hub.ts';
