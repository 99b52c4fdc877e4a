import { ANNOUNCEMENTS, type AnnouncedItems, CONSUMERS_MAX, PER_USER_MAX } from '../events/event-broker.ts';
import { consumerAddress } from '../events/event-consumer.ts';
import { contentsAsked, ITEM_FILTER_DIALECT } from '../events/item-filter.ts';
import type { EventSubscription, WantedEvents } from '../events/subscription.ts';
import type { OnvifProperty } from '../onvif-station.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { childOf, textAt } from '../soap/read-xml.ts';
import { dateTimeMs, secondsOf } from '../soap/simple-values.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { type OnvifExchange, requiredText, type ServiceTable } from './operation.ts';

const PULL_S = { default: 10, max: 60 };
const MESSAGES_MAX = 100;
const MANAGER = /\/onvif\/subscription\/([\w-]{1,32})/;

const timeText = (timeMs: number): string => new Date(timeMs).toISOString();

/** Lifetime that the request names, seconds: a duration, or a moment of station time. */
function lifetimeS({ body, station }: OnvifExchange, field: string): number | undefined {
  const text = textAt(body, field);
  if (text === undefined) return undefined;
  if (text.startsWith('P')) return secondsOf(text);
  const untilMs = dateTimeMs(text);
  if (!Number.isFinite(untilMs)) throw argumentFault(`${field} "${text.slice(0, 40)}" is no time`);
  return (untilMs - station.clock.nowUs() / 1000) / 1000;
}

/** Both in station time, like the events. */
function times({ events, station }: OnvifExchange, subscription: EventSubscription) {
  const nowMs = station.clock.nowUs() / 1000;
  return { current: timeText(nowMs), termination: timeText(nowMs + Math.max(0, events.leftMs(subscription))) };
}

/** The subscription whose manager is addressed, by the path of the request or its header. */
function addressed({ events, to, url, user }: OnvifExchange): EventSubscription {
  const id = MANAGER.exec(url)?.[1] ?? MANAGER.exec(to ?? '')?.[1];
  return events.find(id, user);
}

/** Filter of a new subscription. @throws SoapFault for contents in another dialect */
function wanted({ body }: OnvifExchange): WantedEvents {
  const filter = childOf(body, 'Filter');
  return { topics: textAt(filter, 'TopicExpression'), contents: contentsAsked(filter) };
}

/** @param consumer to which the messages are sent; absent: they are pulled */
function subscribed(exchange: OnvifExchange, service: 'tev' | 'wsnt', consumer?: URL): Markup {
  const { baseUrl, events, user } = exchange;
  const lifetime = lifetimeS(exchange, 'InitialTerminationTime');
  const subscription = events.subscribe(user, wanted(exchange), lifetime, consumer);
  const { current, termination } = times(exchange, subscription);
  const reference = element(
    `${service}:SubscriptionReference`,
    xml`<wsa:Address>${baseUrl}/subscription/${subscription.id}</wsa:Address>`,
  );
  return xml`${reference}<wsnt:CurrentTime>${current}</wsnt:CurrentTime><wsnt:TerminationTime>${termination}</wsnt:TerminationTime>`;
}

function subscribe(exchange: OnvifExchange): Markup {
  const address = requiredText(exchange.body, 'ConsumerReference', 'Address');
  return subscribed(exchange, 'wsnt', consumerAddress(address, exchange.clientAddress));
}

async function pullMessages(exchange: OnvifExchange): Promise<Markup> {
  const { body, events } = exchange;
  const signal = exchange.gone();
  const subscription = addressed(exchange);
  if (subscription.isPushed)
    throw new SoapFault('Receiver', 'Action/UnableToGetMessages', 'messages of this subscription are sent');
  if (subscription.isWaiting)
    throw new SoapFault('Receiver', 'Action/UnableToGetMessages', 'another pull of this subscription waits');
  const timeout = textAt(body, 'Timeout');
  const withinS = Math.min(PULL_S.max, timeout === undefined ? PULL_S.default : secondsOf(timeout));
  const asked = Number(textAt(body, 'MessageLimit') ?? MESSAGES_MAX);
  const limit = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MESSAGES_MAX) : MESSAGES_MAX;
  events.pulled(subscription);
  await events.wait(subscription, withinS, signal);
  events.pulled(subscription);
  // A client that has gone finds them at its next pull.
  const taken = signal.aborted ? [] : subscription.take(limit);
  signal.addEventListener('abort', () => subscription.giveBack(taken), { once: true });
  const { current, termination } = times(exchange, subscription);
  return xml`<tev:CurrentTime>${current}</tev:CurrentTime><tev:TerminationTime>${termination}</tev:TerminationTime>${taken.map(({ message }) => message)}`;
}

function renew(exchange: OnvifExchange): Markup {
  const subscription = addressed(exchange);
  exchange.events.renew(subscription, lifetimeS(exchange, 'TerminationTime'));
  const { current, termination } = times(exchange, subscription);
  return xml`<wsnt:TerminationTime>${termination}</wsnt:TerminationTime><wsnt:CurrentTime>${current}</wsnt:CurrentTime>`;
}

interface DescribedTopic {
  readonly topic: string;
  readonly description: Markup;
}

const itemDescriptions = (names: readonly string[], type: string): Markup =>
  xml`${names.map((name) => xml`<tt:SimpleItemDescription Name="${name}" Type="${type}"/>`)}`;

const VALUE_TYPE: Readonly<Record<string, string>> = {
  boolean: 'xs:boolean',
  number: 'xs:float',
  string: 'xs:dateTime',
};

/** Topics of states, once each, with the items of their messages. */
const describedProperty = ({ data, source, topic }: OnvifProperty): DescribedTopic => ({
  topic,
  description: element(
    'tt:MessageDescription',
    xml`${source === undefined ? xml`` : xml`<tt:Source>${itemDescriptions([source.name], 'tt:ReferenceToken')}</tt:Source>`}<tt:Data>${itemDescriptions([data.name], VALUE_TYPE[typeof data.value] ?? '')}</tt:Data>`,
    xml`IsProperty="true"`,
  ),
});

/** Types of items that are no plain text. */
const ITEM_TYPE: Readonly<Record<string, string>> = { PresetToken: 'tt:ReferenceToken', PresetName: 'tt:Name' };

const describedAnnouncements: readonly DescribedTopic[] = Object.entries(ANNOUNCEMENTS).map(
  ([topic, { data, source }]: readonly [string, AnnouncedItems]) => ({
    topic,
    description: element(
      'tt:MessageDescription',
      xml`<tt:Source>${itemDescriptions(source.slice(0, 1), 'tt:ReferenceToken')}${itemDescriptions(source.slice(1), 'xs:string')}</tt:Source>${data && xml`<tt:Data>${data.map((name) => itemDescriptions([name], ITEM_TYPE[name] ?? 'xs:string'))}</tt:Data>`}`,
      xml`IsProperty="false"`,
    ),
  }),
);

/** Topics as nested elements. */
function topicSet(topics: readonly DescribedTopic[], depth = 0): Markup {
  const names = [...new Set(topics.map(({ topic }) => topic.split('/')[depth] ?? ''))];
  return xml`${names.map((name) => {
    const below = topics.filter(({ topic }) => topic.split('/')[depth] === name);
    const [leaf] = below.filter(({ topic }) => topic.split('/').length === depth + 1);
    const prefix = depth === 0 ? 'tns1:' : '';
    if (leaf === undefined) return element(`${prefix}${name}`, topicSet(below, depth + 1));
    return element(`${prefix}${name}`, leaf.description, xml`wstop:topic="true"`);
  })}`;
}

const eventProperties = ({ events }: OnvifExchange): Markup =>
  xml`<tev:TopicNamespaceLocation>http://www.onvif.org/onvif/ver10/topics/topicns.xml</tev:TopicNamespaceLocation><wsnt:FixedTopicSet>true</wsnt:FixedTopicSet><wstop:TopicSet>${topicSet([...events.properties().map(describedProperty), ...describedAnnouncements])}</wstop:TopicSet><wsnt:TopicExpressionDialect>http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet</wsnt:TopicExpressionDialect><wsnt:TopicExpressionDialect>http://docs.oasis-open.org/wsn/t-1/TopicExpression/Concrete</wsnt:TopicExpressionDialect><tev:MessageContentFilterDialect>${ITEM_FILTER_DIALECT}</tev:MessageContentFilterDialect><tev:MessageContentSchemaLocation>http://www.onvif.org/onvif/ver10/schema/onvif.xsd</tev:MessageContentSchemaLocation>`;

export const EVENT_CAPABILITIES = xml`<tev:Capabilities WSSubscriptionPolicySupport="false" WSPullPointSupport="true" WSPausableSubscriptionManagerInterfaceSupport="false" MaxNotificationProducers="${CONSUMERS_MAX}" MaxPullPoints="${PER_USER_MAX}" PersistentNotificationStorage="false"/>`;

export const EVENT_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', () => EVENT_CAPABILITIES],
  GetEventProperties: ['User', eventProperties],
  CreatePullPointSubscription: ['User', (exchange) => subscribed(exchange, 'tev')],
  PullMessages: ['User', pullMessages],
  SetSynchronizationPoint: [
    'User',
    (exchange) => {
      exchange.events.synchronize(addressed(exchange));
      return xml``;
    },
  ],
};

/** Base notification: a subscription whose messages are sent, and the manager of both kinds. */
export const SUBSCRIPTION_SERVICE: ServiceTable = {
  Subscribe: ['User', subscribe],
  Renew: ['User', renew],
  Unsubscribe: [
    'User',
    (exchange) => {
      exchange.events.end(addressed(exchange));
      return xml``;
    },
  ],
};
