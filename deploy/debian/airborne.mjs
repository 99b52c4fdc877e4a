// Status 0: the Kite is in the air, or a station runs and does not say. Status 1: it may be restarted.
import { connect } from 'node:net';

const WITHIN_MS = 5000;
const socket = connect('/var/lib/kitestring/station.sock');
const end = (isAirborne) => process.exit(isAirborne ? 0 : 1);
socket.setTimeout(WITHIN_MS, () => end(true));
// No station runs.
socket.once('error', () => end(false));
socket.once('data', (answer) => end(JSON.parse(answer).value !== false));
socket.once('end', () => end(true));
socket.end('{"action":"airborne","input":{}}');
