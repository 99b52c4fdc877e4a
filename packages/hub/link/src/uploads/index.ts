export { AutomaticUploads } from './automatic-uploads.ts';
export { checkedTicket } from './checked-ticket.ts';
export { PolicyKeeper } from './policy-keeper.ts';
export { sendPart } from './send-part.ts';
export { UploadExecutor } from './upload-executor.ts';
