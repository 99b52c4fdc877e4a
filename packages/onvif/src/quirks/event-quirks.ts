import { US_PER_S } from '@kitestring/base/clock.ts';
import { textAt } from '../soap/read-xml.ts';
import { SoapFault } from '../soap/soap-fault.ts';
import { always, type QuirkContext, quirkTable, rewritten } from './quirk.ts';

const PULL = 'tev:PullMessages';
const CREATE = 'tev:CreatePullPointSubscription';
const SUBSCRIBES = [CREATE, 'wsnt:Subscribe'];
const CUT_US = 10 * US_PER_S;

function cutLater({ cut, operation, over, realClock }: QuirkContext): undefined {
  if (operation !== PULL) return;
  const cancel = realClock.schedule(realClock.nowUs() + CUT_US, cut);
  over().addEventListener('abort', cancel, { once: true });
}

function needTermination({ operation, soap }: QuirkContext): undefined {
  if (operation === CREATE && textAt(soap.body, 'InitialTerminationTime') === undefined)
    throw new SoapFault('Receiver', 'Action', 'the subscription failed');
}

function allowOne({ events, operation }: QuirkContext): undefined {
  if (SUBSCRIBES.includes(operation) && events.count > 0)
    throw new SoapFault('Receiver', 'Action/MaxPullPoints', 'there is a subscription');
}

/** Day first, and no time at all for the end of a subscription. */
const oddTimes = (text: string): string =>
  text
    .replaceAll(/(UtcTime=")(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)[^"]*/g, '$1$4-$3-$2T$5Z')
    .replaceAll(/(<wsnt:Topic[^>]*>[^<]*)/g, '$1//.')
    .replace(/(?<=TerminationTime>)[^<]+/, '0000-00-00T00:00:00Z');

export const EVENT_QUIRKS = quirkTable({
  pull_cut: always({ carryOut: cutLater }),
  termination_needed: always({ carryOut: needTermination }),
  one_subscription: always({
    carryOut: allowOne,
    write: (text, { events, operation }) => {
      if (operation === 'wsnt:Unsubscribe') events.close();
      return text;
    },
  }),
  odd_topics: always({ write: rewritten([PULL, CREATE], oddTimes) }),
});
