/**
 * `node:http` and `node:https`. An `import` evaluates all their exports, including WebSocket, and so loads fetch,
 * which a station never uses: a tenth of the start time.
 */
export const nodeHttp = process.getBuiltinModule('node:http');
export const nodeHttps = process.getBuiltinModule('node:https');
