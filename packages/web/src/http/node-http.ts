/**
 * `node:http` and `node:https`. An `import` evaluates all their exports, including WebSocket, which loads fetch: a
 * tenth of the start time for something that a station never uses.
 */
export const nodeHttp = process.getBuiltinModule('node:http');
export const nodeHttps = process.getBuiltinModule('node:https');
