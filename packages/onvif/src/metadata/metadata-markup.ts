import { CONTENTS_MAX, ITEM_FILTER_DIALECT } from '../events/item-filter.ts';
import type { UsedStream } from '../media/profiles.ts';
import { multicast } from '../services/media-markup.ts';
import { element, type Markup, xml } from '../soap/markup.ts';

const DIALECT = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet';

/** Metadata of a stream as both media services write it. */
export function metadataConfiguration(name: string, stream: UsedStream): Markup {
  const { metadata, names, started, stream_id: id, uses } = stream;
  const { contents, hasEvents, hasMoveStatus, hasObjects, hasPosition, topics } = metadata;
  const status =
    hasMoveStatus || hasPosition
      ? xml`<tt:PTZStatus><tt:Status>${hasMoveStatus}</tt:Status><tt:Position>${hasPosition}</tt:Position></tt:PTZStatus>`
      : undefined;
  const parts = [
    ...(topics === undefined ? [] : [xml`<wsnt:TopicExpression Dialect="${DIALECT}">${topics}</wsnt:TopicExpression>`]),
    ...(contents === undefined
      ? []
      : [xml`<wsnt:MessageContent Dialect="${ITEM_FILTER_DIALECT}">${contents}</wsnt:MessageContent>`]),
  ];
  const filter = parts.length === 0 ? undefined : xml`<tt:Filter>${parts}</tt:Filter>`;
  const events = hasEvents ? xml`<tt:Events>${filter}</tt:Events>` : undefined;
  return element(
    name,
    xml`<tt:Name>${names.Metadata}</tt:Name><tt:UseCount>${uses.Metadata}</tt:UseCount>${status}${events}<tt:Analytics>${hasObjects}</tt:Analytics>${multicast(stream.groups.Metadata, started.metadata)}<tt:SessionTimeout>PT60S</tt:SessionTimeout>`,
    xml`token="meta_${id}" CompressionType="None" GeoLocation="${hasObjects}" ShapePolygon="false"`,
  );
}

/** @param hasGeoLocation whether objects come with their place */
export function metadataOptions(name: string, { zoom_max: zoomMax }: UsedStream, hasGeoLocation: boolean): Markup {
  const hasZoom = zoomMax > 1;
  return element(
    name,
    xml`<tt:PTZStatusFilterOptions><tt:PanTiltStatusSupported>true</tt:PanTiltStatusSupported><tt:ZoomStatusSupported>${hasZoom}</tt:ZoomStatusSupported><tt:PanTiltPositionSupported>true</tt:PanTiltPositionSupported><tt:ZoomPositionSupported>${hasZoom}</tt:ZoomPositionSupported></tt:PTZStatusFilterOptions>`,
    xml`GeoLocation="${hasGeoLocation}" MaxContentFilterSize="${CONTENTS_MAX}"`,
  );
}
