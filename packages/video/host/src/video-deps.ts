import type { Clock } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { VideoSettings } from '@kitestring/settings/video-settings.ts';
import type { LoginThrottle } from '@kitestring/station-core/auth';
import type { DocumentStore } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { UsedSecrets } from '@kitestring/station-core/videostreams';
import type { OutputSettings } from '@kitestring/video-process/process';
import type { AuthorizeRequest, AuthorizeResponse } from '@kitestring/video-process/rtsp';
import type { SceneState } from '@kitestring/video-process/source';
import type { MessageFrame } from './browser/viewer-connection.ts';
import type { StartMediaChild } from './process/media-child.ts';
import type { OpenWhip } from './push/whip-push.ts';
import type { RecorderLink } from './recordings/recorder-link.ts';
import type { LostStreams } from './streams/lost-streams.ts';

/** Settings and other parts that the video of a station uses. */
export interface VideoDeps {
  readonly station: Station;
  readonly settings: VideoSettings;
  readonly outputs: OutputSettings;
  readonly seed: number;
  /** Present scene of the camera; undefined with a real aircraft. */
  readonly scene: (() => SceneState) | undefined;
  readonly lost: LostStreams;
  /** Real time. */
  readonly clock: Clock;
  readonly log: Log;
  readonly used: UsedSecrets;
  readonly documents: Pick<DocumentStore, 'get' | 'set'>;
  /** Known to this station only, and constant across restarts. */
  readonly ticketSecret: Uint8Array;
  readonly onBug: OnBug;
  readonly loginThrottle: LoginThrottle;
  /** Frames a message for a browser. */
  readonly messageFrame: MessageFrame;
  /** Called with each viewing request and its result. */
  readonly onSignIn?: (request: AuthorizeRequest, answer: AuthorizeResponse) => void;
  readonly openWhip: OpenWhip;
  readonly startChild: StartMediaChild;
  /** Settles when the media process before this one has ended: both need the same ports. */
  readonly after?: Promise<unknown>;
  /** Attachment point of the recorder. */
  readonly recorder: RecorderLink;
}
