import type { SourceDirectory } from '../access-unit.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import type { Authorize } from '../rtsp/ports.ts';
import { startRtspOutput } from '../rtsp/rtsp-output.ts';
import type { OutputReport } from './output-report.ts';
import type { LogLine, OutputPorts, OutputSettings } from './protocol.ts';

/** Dependencies of an output. */
export interface OutputDeps {
  readonly directory: SourceDirectory;
  readonly settings: OutputSettings;
  /** Current metadata of the streams' cameras. */
  readonly metadata: Pick<StreamMetadata, 'setOf'>;
  readonly authorize: Authorize;
  readonly onTrouble: (reason: string) => void;
  /** Log of connections, without secrets. */
  readonly onLog: (line: LogLine) => void;
}

type TlsKeyPair = NonNullable<OutputSettings['tls']>;

/** An output of the media process: RTSP, recorder, browsers. It subscribes to sources on demand. */
export interface Output {
  readonly ports: OutputPorts;
  /** Undefined from an output without counters. */
  readonly report?: () => OutputReport;
  /** Ends all sessions based on this permission. */
  endViewer(viewerId: string): void;
  /** Key and certificate for later connections. */
  renewTls(pair: TlsKeyPair): void;
  stop(): Promise<void>;
}

/** @throws when a port can't be opened */
export type StartOutput = (deps: OutputDeps) => Promise<Output>;

/** All outputs of this process. */
export const OUTPUTS: readonly StartOutput[] = [startRtspOutput];
