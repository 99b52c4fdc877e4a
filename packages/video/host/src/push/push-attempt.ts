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
