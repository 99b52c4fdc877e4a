export { joined } from './bytes.ts';
export { MessageRecords } from './message-records.ts';
