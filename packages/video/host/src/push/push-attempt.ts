import { fillTemplate } from '@kitestring/base/template.ts';
import { PUSH_REASONS, type PushReason } from '@kitestring/station-contract/station/push-reasons.ts';
import type { PushTarget } from '@kitestring/video-process/push';

/** Reasons that a relay gives. */
export type RelayReason = Exclude<PushReason, 'no_pictures' | 'wrong_codec'>;

export const relayReason = (
  reason: RelayReason,
  { host, port }: Pick<PushTarget, 'host' | 'port'>,
  detail = '',
): string =>
  fillTemplate(PUSH_REASONS[reason], { relay: `${host.includes(':') ? `[${host}]` : host}:${port}`, detail });

/** Events of one attempt to bring a stream to a relay. */
export interface PushEvents {
  /** The relay takes the stream. */
  readonly onLive: () => void;
  /** It has ended, or never began. Called at most once, not after `stop`, and never synchronously. @param reason one line without secrets */
  readonly onEnd: (reason: string) => void;
}

/** One attempt, which has begun. */
export interface PushAttempt {
  /** Absent before a connection. Where the media process adapts the stream to its link, no pictures are skipped. */
  readonly sent?: { readonly bytes: number; readonly skipped?: number } | undefined;
  stop(): void;
}
