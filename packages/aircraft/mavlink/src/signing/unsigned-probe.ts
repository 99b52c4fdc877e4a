import { definitionNamed, type Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds, MavlinkLink } from '@kitestring/mavlink-link';

/** Another component of ours: its answer is not mixed up with one to a signed order. */
const PROBE_COMPONENT = 191;
const EVERY_US = 1_500_000;
const ATTEMPTS = 4;

/**
 * Asks for a message without a signature, as a stranger on the link would. An aircraft that takes signed packets only does not answer.
 * @returns whether it has answered; always resolves, within 6 s
 */
export function answersUnsigned(link: MavlinkLink, target: MavlinkIds): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let sent = 0;
  let cancelTimer = () => {};
  const isAnswer = ({ component, fields, name, system }: Message) =>
    name === 'COMMAND_ACK' &&
    fields.target_component === PROBE_COMPONENT &&
    system === target.system &&
    component === target.component;
  const cancelListener = link.onMessage((message) => isAnswer(message) && end(true));
  const end = (hasAnswered: boolean) => {
    cancelTimer();
    cancelListener();
    resolve(hasAnswered);
  };
  const ask = () => {
    if (sent === ATTEMPTS) return end(false);
    const order = { command: MAV_CMD.REQUEST_MESSAGE, confirmation: sent, param1: definitionNamed('HEARTBEAT').id };
    const nothing = { param2: 0, param3: 0, param4: 0, param5: 0, param6: 0, param7: 0 };
    const ids = { target_system: target.system, target_component: target.component };
    link.send('COMMAND_LONG', { ...ids, ...order, ...nothing }, { from: PROBE_COMPONENT, isUnsigned: true });
    sent += 1;
    cancelTimer = link.clock.schedule(link.clock.nowUs() + EVERY_US, ask);
  };
  ask();
  return promise;
}
