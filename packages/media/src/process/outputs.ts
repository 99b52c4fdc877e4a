import type { SourceDirectory } from '../access-unit.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import type { Authorize } from '../rtsp/ports.ts';
import { startRtspOutput } from '../rtsp/rtsp-output.ts';
import type { OutputReport } from './output-report.ts';
import type { LogLine, OutputPorts, OutputSettings } from './protocol.ts';

/** What an output is given. */
export interface OutputDeps {
  readonly directory: SourceDirectory;
  readonly settings: OutputSettings;
  /** What is known of the streams' cameras. */
  readonly metadata: Pick<StreamMetadata, 'setOf'>;
  readonly authorize: Authorize;
  readonly onTrouble: (reason: string) => void;
  /** Who comes and goes; never with a secret. */
  readonly onLog: (line: LogLine) => void;
}

type TlsKeyPair = NonNullable<OutputSettings['tls']>;

/** A way out of the media process: RTSP, a recorder, a browser's path. It takes part in sources while somebody wants them. */
export interface Output {
  readonly ports: OutputPorts;
  /** Undefined from an output that counts nothing. */
  readonly report?: () => OutputReport;
  /** Ends all that rests on this permission. */
  endViewer(viewerId: string): void;
  /** Another key and certificate, for connections to come. */
  renewTls(pair: TlsKeyPair): void;
  stop(): Promise<void>;
}

/** @throws when a port can't be opened */
export type StartOutput = (deps: OutputDeps) => Promise<Output>;

/** Everything that takes pictures out of this process. */
export const OUTPUTS: readonly StartOutput[] = [startRtspOutput];
