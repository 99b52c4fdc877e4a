import { contentsAsked } from '../events/item-filter.ts';
import { EventFilter, type WantedEvents } from '../events/subscription.ts';
import { keepConfigurationName, nameAsked } from '../media/configuration-names.ts';
import { keepMetadataSettings } from '../metadata/metadata-settings.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { CONFIGURATION, configuredStream, groupOfRequest, type OnvifExchange, type ServiceTable } from './operation.ts';

const modify = (reason: string) => argumentFault(reason, 'ConfigModify');
const TOPICS_MAX = 1024;

/** A flag of the request; absent is false. @throws SoapFault */
function flag(text: string | undefined, name: string): boolean {
  const value = (text ?? 'false').toLowerCase();
  if (!['true', 'false', '1', '0'].includes(value))
    throw modify(`${name} must be true or false, got "${value.slice(0, 32)}"`);
  return value === 'true' || value === '1';
}

/** Filter of the events. @throws SoapFault */
function eventsAsked({ events }: OnvifExchange, filter: XmlElement | undefined): WantedEvents {
  const topics = textAt(filter, 'TopicExpression');
  if (topics !== undefined && topics.length > TOPICS_MAX)
    throw modify(`TopicExpression must have at most ${TOPICS_MAX} characters`);
  try {
    const wanted = { topics, contents: contentsAsked(filter) };
    if (new EventFilter(wanted).fits(events.topics)) return wanted;
  } catch (error) {
    throw error instanceof SoapFault ? modify(error.message) : error;
  }
  throw modify('no topic of this device is selected: GetEventProperties lists them');
}

/** Sets the content of the metadata of a stream, for all that receive it. What the request does not name is not sent. */
async function setMetadata(exchange: OnvifExchange): Promise<Markup> {
  const { body, events, metadata, multicast, station } = exchange;
  const configuration = childOf(body, 'Configuration');
  const stream = await configuredStream(exchange, configuration, CONFIGURATION.metadata);
  const { stream_id: id } = stream;
  const wanted = childOf(configuration, 'Events');
  const selected = eventsAsked(exchange, childOf(wanted, 'Filter'));
  const compression = configuration?.attributes.get('CompressionType') ?? 'None';
  if (compression.toLowerCase() !== 'none')
    throw modify(`CompressionType must be None, got "${compression.slice(0, 32)}"`);
  const hasObjects = flag(textAt(configuration, 'Analytics'), 'Analytics');
  if (hasObjects && !station.metadata.hasObjects)
    throw modify('Analytics must be false: the objects in the pictures of this camera are not known');
  const group = await groupOfRequest(exchange, stream, 'Metadata', configuration);
  multicast.describe(stream, group);
  keepConfigurationName(station.documents, `meta_${id}`, nameAsked(configuration));
  keepMetadataSettings(station.documents, id, {
    hasMoveStatus: flag(textAt(configuration, 'PTZStatus', 'Status'), 'Status'),
    hasPosition: flag(textAt(configuration, 'PTZStatus', 'Position'), 'Position'),
    hasEvents: wanted !== undefined,
    ...selected,
    hasObjects,
  });
  metadata.synchronize(id);
  events.announce('Media/ConfigurationChanged', `meta_${id}`, 'Metadata');
  return xml``;
}

/** The same in both media services. */
export const METADATA_OPERATIONS: ServiceTable = {
  SetMetadataConfiguration: ['Operator', setMetadata],
};
