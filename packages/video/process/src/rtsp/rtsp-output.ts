import type { SourceDirectory } from '../access-unit.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import type { LogLine, OutputPorts, OutputSettings } from '../process/protocol.ts';
import { AUTHENTICATION_SCHEMES } from './authentication.ts';
import type { Authorize, MediaLog } from './ports.ts';
import { RealClock } from './real-clock.ts';
import { RtspServer } from './rtsp-server.ts';
import type { StreamDocuments } from './stream-documents.ts';

const REALM = 'kitestring';
const SCHEMES = { clear: AUTHENTICATION_SCHEMES, encrypted: ['basic'] } as const;

export interface RtspOutputDeps {
  readonly directory: SourceDirectory;
  readonly settings: OutputSettings;
  /** Current metadata of the streams' cameras. */
  readonly metadata: Pick<StreamMetadata, 'setOf'>;
  /** ONVIF metadata of the streams. */
  readonly documents: StreamDocuments;
  readonly authorize: Authorize;
  readonly onTrouble: (reason: string) => void;
  /** Log of connections, without secrets. */
  readonly onLog: (line: LogLine) => void;
}

/** RTSP output of the media process. */
export interface RtspOutput {
  readonly server: RtspServer;
  readonly ports: OutputPorts;
}

/** @throws when a port can't be opened */
export async function startRtspOutput(deps: RtspOutputDeps): Promise<RtspOutput> {
  const { authorize, directory, documents, metadata, settings } = deps;
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
    multicast: settings.multicast,
    ...(settings.hasMetadataTrack && { metadata }),
    ...(settings.hasOnvifTrack === true && { documents }),
    clock: new RealClock(),
    log: stationLog(deps),
  });
  const { rtsp, rtsps, streams } = server.ports;
  return {
    server,
    ports: {
      ...(rtsp === undefined ? {} : { rtspPort: rtsp }),
      ...(rtsps === undefined ? {} : { rtspsPort: rtsps }),
      ...(settings.streamPorts === undefined ? {} : { streamPorts: streams }),
    },
  };
}

/** Errors are reported as trouble, connections as log lines. */
const stationLog = ({ onLog, onTrouble }: Pick<RtspOutputDeps, 'onLog' | 'onTrouble'>): MediaLog => ({
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
