export { AccessCheck, tooManyWrongKeys } from './access-check.ts';
export { Answers, JSON_TYPE } from './answers.ts';
export { bearerToken, subprotocolToken } from './authorization.ts';
export { buildApp, type Page } from './build-app.ts';
export { byteRanges, MAX_RANGES } from './byte-ranges.ts';
export { Cors } from './cors.ts';
export { Exchange } from './exchange.ts';
export { type DownloadRequest, fileDownload } from './file-download.ts';
export { isForeignPage } from './foreign-page.ts';
export { nodeHttp } from './node-http.ts';
export { onClosed } from './on-closed.ts';
export type { Settled } from './pipeline.ts';
export { parseTime } from './query.ts';
export { hasBody } from './read-body.ts';
export { RequestCounts } from './request-counts.ts';
export { isCommand, type WatchOf } from './request-watch.ts';
export {
  type CallerInput,
  type HandlerResult,
  openRoute,
  type RefusalAnswer,
  type Route,
  route,
  routeAt,
  stateRoute,
} from './route.ts';
export { splitTarget } from './router.ts';
