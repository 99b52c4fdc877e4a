import type { UsedStream } from '../media/profiles.ts';
import { element, type Markup, xml } from '../soap/markup.ts';

const multicast = xml`<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address><tt:Port>0</tt:Port><tt:TTL>1</tt:TTL><tt:AutoStart>false</tt:AutoStart></tt:Multicast>`;

const DIALECT = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet';

/** Metadata of a stream as both media services write it. */
export function metadataConfiguration(name: string, { metadata, stream_id: id, uses }: UsedStream): Markup {
  const { hasEvents, hasMoveStatus, hasObjects, hasPosition, topics } = metadata;
  const status =
    hasMoveStatus || hasPosition
      ? xml`<tt:PTZStatus><tt:Status>${hasMoveStatus}</tt:Status><tt:Position>${hasPosition}</tt:Position></tt:PTZStatus>`
      : undefined;
  const filter =
    topics === undefined
      ? undefined
      : xml`<tt:Filter><wsnt:TopicExpression Dialect="${DIALECT}">${topics}</wsnt:TopicExpression></tt:Filter>`;
  const events = hasEvents ? xml`<tt:Events>${filter}</tt:Events>` : undefined;
  return element(
    name,
    xml`<tt:Name>${id} metadata</tt:Name><tt:UseCount>${uses.Metadata}</tt:UseCount>${status}${events}<tt:Analytics>${hasObjects}</tt:Analytics>${multicast}<tt:SessionTimeout>PT60S</tt:SessionTimeout>`,
    xml`token="meta_${id}" CompressionType="None" GeoLocation="${hasObjects}" ShapePolygon="false"`,
  );
}

/** @param hasGeoLocation whether objects come with their place */
export function metadataOptions(name: string, { zoom_max: zoomMax }: UsedStream, hasGeoLocation: boolean): Markup {
  const hasZoom = zoomMax > 1;
  return element(
    name,
    xml`<tt:PTZStatusFilterOptions><tt:PanTiltStatusSupported>true</tt:PanTiltStatusSupported><tt:ZoomStatusSupported>${hasZoom}</tt:ZoomStatusSupported><tt:PanTiltPositionSupported>true</tt:PanTiltPositionSupported><tt:ZoomPositionSupported>${hasZoom}</tt:ZoomPositionSupported></tt:PTZStatusFilterOptions>`,
    xml`GeoLocation="${hasGeoLocation}" MaxContentFilterSize="0"`,
  );
}
