import type { Message, MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { definitionNamed } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds } from '../link/component-watch.ts';
import type { CommandPace, CommandRefusal } from './command.ts';
import type { MavlinkCommandSender, ProtocolLink } from './command-sender.ts';

/** After the acceptance the message is on its way. */
const FOLLOWS_WITHIN_US = 1_000_000;
/** Acceptances that no message follows, as when it is lost. */
const ATTEMPTS = 3;
/** A line that loses half of its packets loses three questions of four, or their answers. */
const PACE: CommandPace = { everyUs: 1_000_000, withinUs: 6_000_000 };

export type MessageReply<N extends MessageName> =
  | { readonly outcome: 'Received'; readonly message: Message<N> }
  | { readonly outcome: 'Refused'; readonly reason: CommandRefusal }
  /** No answer, or an acceptance that no message followed. */
  | { readonly outcome: 'Silent' };

export interface MessageRequest<N extends MessageName> {
  readonly target: MavlinkIds;
  readonly name: N;
  /** First parameter of the message, for example the id of a stream. */
  readonly index?: number;
  /** Which of several messages of that name is meant; by default any. */
  readonly matches?: (message: Message<N>) => boolean;
}

/** Asks a component for one message (command 512). Always resolves. */
export async function requestMessage<N extends MessageName>(
  link: ProtocolLink,
  commands: MavlinkCommandSender,
  { index = 0, matches = () => true, name, target }: MessageRequest<N>,
): Promise<MessageReply<N>> {
  let received: Message<N> | undefined;
  let wake = () => {};
  const arrival = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const cancel = link.onMessage((message) => {
    if (message.name !== name || message.system !== target.system || message.component !== target.component) return;
    if (!matches(message as unknown as Message<N>)) return;
    received ??= message as unknown as Message<N>;
    wake();
  });
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const params = [definitionNamed(name).id, index];
      const command = { form: 'Long', target, command: MAV_CMD.REQUEST_MESSAGE, params } as const;
      const order = commands.run(command, { pace: PACE, need: () => (received === undefined ? 'Wanted' : 'Shown') });
      // The message counts, with or without its acknowledgement.
      const answer = await Promise.race([order, arrival]);
      if (received === undefined && answer?.outcome === 'Accepted') await arrivalOrDeadline(link, arrival);
      if (received !== undefined) return { outcome: 'Received', message: received };
      if (answer?.outcome === 'Refused') return { outcome: 'Refused', reason: answer.reason };
      if (answer?.outcome !== 'Accepted') return { outcome: 'Silent' };
    }
    return { outcome: 'Silent' };
  } finally {
    cancel();
  }
}

function arrivalOrDeadline({ clock }: ProtocolLink, arrival: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(clock.nowUs() + FOLLOWS_WITHIN_US, () => resolve());
    void arrival.then(() => {
      cancel();
      resolve();
    });
  });
}
