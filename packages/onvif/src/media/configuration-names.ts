import { keptDocument } from '../kept-document.ts';
import type { OnvifStation } from '../onvif-station.ts';
import { textAt, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault } from '../soap/soap-fault.ts';

type Documents = OnvifStation['documents'];

const DOCUMENT = 'onvif.names';
const NAME_MAX = 64;

const kept = (documents: Documents) => keptDocument<Readonly<Record<string, string>>>(documents, DOCUMENT, {});

/** Name that a client has given to a configuration. */
export const configurationName = (documents: Documents, token: string): string | undefined => kept(documents)[token];

/** The name in a request, undefined for the present one. @throws SoapFault */
export function nameAsked(configuration: XmlElement | undefined): string | undefined {
  const name = textAt(configuration, 'Name')?.normalize('NFC');
  if (name === undefined || [...name].length <= NAME_MAX) return name;
  throw argumentFault(`Name must have at most ${NAME_MAX} characters`, 'ConfigModify');
}

export function keepConfigurationName(documents: Documents, token: string, name: string | undefined): void {
  if (name !== undefined) documents.set(DOCUMENT, JSON.stringify({ ...kept(documents), [token]: name }));
}
