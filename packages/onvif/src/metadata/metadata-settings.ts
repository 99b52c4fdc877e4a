import { keptDocument } from '../kept-document.ts';
import type { OnvifStation } from '../onvif-station.ts';

/** Content of the metadata of a stream, the same for all that receive it. */
export interface MetadataSettings {
  /** Whether the camera moves. */
  readonly hasMoveStatus: boolean;
  /** Where it points. */
  readonly hasPosition: boolean;
  readonly hasEvents: boolean;
  /** Topics and contents of the events; absent: all. */
  readonly topics?: string | undefined;
  readonly contents?: string | undefined;
  /** The objects in the pictures. */
  readonly hasObjects: boolean;
}

type Documents = OnvifStation['documents'];

const DOCUMENT = 'onvif.metadata';
const ALL: MetadataSettings = { hasMoveStatus: true, hasPosition: true, hasEvents: true, hasObjects: true };

const kept = (documents: Documents) =>
  keptDocument<Readonly<Record<string, MetadataSettings>>>(documents, DOCUMENT, {});

/** Everything, until a client wants less. */
export const metadataSettings = (documents: Documents, streamId: string): MetadataSettings =>
  kept(documents)[streamId] ?? ALL;

export const keepMetadataSettings = (documents: Documents, streamId: string, settings: MetadataSettings): void =>
  documents.set(DOCUMENT, JSON.stringify({ ...kept(documents), [streamId]: settings }));
