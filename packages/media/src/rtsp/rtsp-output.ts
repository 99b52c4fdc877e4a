import type { Output, OutputDeps } from '../process/outputs.ts';
import type { LogLine } from '../process/protocol.ts';
import { AUTHENTICATION_SCHEMES } from './authentication.ts';
import type { MediaLog } from './ports.ts';
import { RealClock } from './real-clock.ts';
import { RtspServer } from './rtsp-server.ts';

const REALM = 'kitestring';
const SCHEMES = { clear: AUTHENTICATION_SCHEMES, encrypted: ['basic'] } as const;

/** RTSP output of the media process. */
export async function startRtspOutput(deps: OutputDeps): Promise<Output> {
  const { authorize, directory, metadata, settings } = deps;
  const { host, rtspPort, rtspsPort, streamPorts = {}, tls, authentication } = settings;
  const rules = { realm: REALM, schemes: SCHEMES, trustsLoopback: authentication === 'remote', authorize };
  const server = await RtspServer.start({
    directory,
    authentication: authentication === 'never' ? 'off' : rules,
    listeners: {
      ...(rtspPort === 'off' ? {} : { rtsp: { host, port: rtspPort } }),
      ...(tls === undefined ? {} : { rtsps: { host, port: rtspsPort, tls } }),
      streams: Object.entries(streamPorts).map(([streamId, port]) => ({ streamId, host, port })),
    },
    udpPorts: settings.udpPorts,
    ...(settings.hasMetadataTrack && { metadata }),
    clock: new RealClock(),
    log: stationLog(deps),
  });
  const { rtsp, rtsps, streams } = server.ports;
  return {
    ports: {
      ...(rtsp === undefined ? {} : { rtspPort: rtsp }),
      ...(rtsps === undefined ? {} : { rtspsPort: rtsps }),
      ...(settings.streamPorts === undefined ? {} : { streamPorts: streams }),
    },
    report: () => server.report,
    renewTls: (pair) => server.renewTls(pair),
    endViewer: (viewerId) => server.endViewer(viewerId),
    stop: async () => server[Symbol.asyncDispose](),
  };
}

/** Errors are reported as trouble, connections as log lines. */
const stationLog = ({ onLog, onTrouble }: Pick<OutputDeps, 'onLog' | 'onTrouble'>): MediaLog => ({
  debug: (fields, message) => onLog({ level: 'debug', message, fields: plain(fields) }),
  info: (fields, message) => onLog({ level: 'info', message, fields: plain(fields) }),
  warn: (fields, message) => {
    const { err } = plain(fields);
    onTrouble(err === undefined ? message : `${message}: ${err}`);
  },
});

/** Fields that can be sent to another process. */
function plain(fields: object): LogLine['fields'] {
  const pairs = Object.entries(fields).flatMap(([name, value]) => {
    if (value instanceof Error) return [[name, value.message]];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}
