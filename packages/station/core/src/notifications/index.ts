export { endedPage } from './ended-page.ts';
export { historyPage } from './history-page.ts';
export { Notifications } from './notifications.ts';
