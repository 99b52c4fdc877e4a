import { fillTemplate, type PlaceholdersOf } from '@kitestring/base/template.ts';

/** Why a stream does not reach its relay, as English templates; `detail` is in the words of the relay or of the operating system. */
export const PUSH_REASONS = {
  unreachable: 'the relay at {relay} cannot be reached: {detail}',
  no_answer: 'the relay at {relay} does not answer',
  no_answer_because: 'the relay at {relay} does not answer: {detail}',
  silent: 'the relay at {relay} is silent',
  too_slow: 'the relay at {relay} takes no more pictures',
  closed: 'the relay at {relay} has closed the connection',
  ended: 'the relay at {relay} has ended the stream',
  refused: 'the relay at {relay} refuses the stream: {detail}',
  not_rtmp: 'the relay at {relay} sends no RTMP: {detail}',
  not_srt: 'the relay at {relay} sends no SRT',
  old_srt: 'the relay at {relay} speaks SRT before 1.3 (handshake {detail})',
  wrong_passphrase: 'the relay at {relay} does not decrypt the stream: it has no passphrase, or another one',
  new_key: 'the relay at {relay} gets the stream again with another key',
  lost: 'the connection to the relay at {relay} has ended',
  no_pictures: 'the stream {stream} gives no pictures now',
  wrong_codec: 'RTMP carries H.264 only; the stream {stream} has {codec}: push it by SRT',
} as const;
export type PushReason = keyof typeof PUSH_REASONS;

/** In English. */
export const pushReason = <Reason extends PushReason>(
  reason: Reason,
  values: Readonly<Record<PlaceholdersOf<(typeof PUSH_REASONS)[Reason]>, string>>,
): string => fillTemplate(PUSH_REASONS[reason], values);
