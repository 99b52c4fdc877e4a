import type { Output, OutputParts } from '../process/outputs.ts';
import { AUTHENTICATION_SCHEMES, type AuthenticationRules } from './authentication.ts';
import type { Log } from './ports.ts';
import { RealClock } from './real-clock.ts';
import { startRtspServer } from './rtsp-server.ts';
import type { PortRange } from './udp-ports.ts';

/** A hundred viewers over UDP; above the ports that services have, below those that Linux gives out by itself from 32768 on. */
const UDP_PORTS: PortRange = { first: 20_000, last: 20_199 };
const REALM = 'kitestring';
const SCHEMES = { clear: AUTHENTICATION_SCHEMES, encrypted: ['basic'] } as const;

/** RTSP as a way out of the media process. */
export async function startRtspOutput({ directory, settings, authorize, onTrouble }: OutputParts): Promise<Output> {
  const { host, rtspPort, rtspsPort, tls, isAuthenticated } = settings;
  const rules: AuthenticationRules = { realm: REALM, schemes: SCHEMES, authorize };
  const server = await startRtspServer({
    directory,
    authentication: isAuthenticated ? rules : 'off',
    listeners: {
      rtsp: { host, port: rtspPort },
      ...(tls === undefined ? {} : { rtsps: { host, port: rtspsPort, tls } }),
    },
    udpPorts: UDP_PORTS,
    clock: new RealClock(),
    log: troubleLog(onTrouble),
  });
  const { rtsp, rtsps } = server.ports;
  return {
    ports: {
      ...(rtsp === undefined ? {} : { rtspPort: rtsp }),
      ...(rtsps === undefined ? {} : { rtspsPort: rtsps }),
    },
    renewTls: (pair) => server.renewTls(pair),
    endViewer: (viewerId) => server.endViewer(viewerId),
    stop: async () => server[Symbol.asyncDispose](),
  };
}

/** The process has no log of its own: what is wrong is told to the station, who comes and goes is not. */
const troubleLog = (onTrouble: (reason: string) => void): Log => ({
  debug() {},
  info() {},
  warn: (fields, message) => {
    const { err } = fields as { err?: unknown };
    onTrouble(err instanceof Error ? `${message}: ${err.message}` : message);
  },
});
