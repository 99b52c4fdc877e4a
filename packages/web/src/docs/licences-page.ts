import { readFileSync } from 'node:fs';
import { escaped } from '@kitestring/base/markup.ts';
import { type HtmlRow, htmlPage, htmlTable, type PageLink } from './html.ts';

/** Generated beside the project; see scripts/licences. */
const licenceFile = (name: string): URL => new URL(`../../../../licences/${name}`, import.meta.url);

export const NOTICES_FILE = licenceFile('third-party-notices.txt');
export const SBOM_FILE = licenceFile('sbom.cdx.json');
export const LICENCES_PATH = '/licences';
export const NOTICES_PATH = `${LICENCES_PATH}/third-party-notices.txt`;
export const SBOM_PATH = `${LICENCES_PATH}/sbom.cdx.json`;

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version?: string;
  readonly scope?: 'required' | 'optional' | 'excluded';
  readonly licenses: readonly { readonly expression?: string; readonly license?: { readonly id: string } }[];
  readonly components?: readonly Component[];
}

/** Components of the station, from its bill of materials; development dependencies only there. */
export function licencesHtml(links: readonly PageLink[]): string {
  const { components } = JSON.parse(readFileSync(SBOM_FILE, 'utf8')) as { components: readonly Component[] };
  const contained = components.filter(({ scope }) => scope !== 'excluded');
  // The binary differs between platforms by processor only.
  const parts = contained.find((component) => component.components !== undefined)?.components ?? [];
  return htmlPage({
    title: 'Licences',
    links,
    introduction:
      'Kitestring is under the Apache License 2.0. These are the packages that it contains or loads. The codec binary, `@seydx/node-av-*`, is not part of it: npm fetches it. It is Jellyfin’s build of FFmpeg with x264, x265 and Fraunhofer FDK AAC, under the GPL 3 and the terms of FDK AAC: read the notices before you hand it on.',
    body: `<p><a href="${NOTICES_PATH}">Texts and copyright notices</a> · <a href="${SBOM_PATH}">Bill of materials (CycloneDX 1.6)</a></p>
${htmlTable(['Package', 'Version', 'Licence'], contained.map(row))}
<h2>In the codec binary</h2>
${htmlTable(['Part', 'Licence'], parts.map(partRow))}`,
  });
}

const row = (component: Component): HtmlRow => ({
  id: component['bom-ref'],
  cells: [escaped(component.name), escaped(component.version ?? ''), licence(component)],
});

const partRow = (part: Component): HtmlRow => ({
  id: part['bom-ref'],
  cells: [escaped(part.name), licence(part)],
});

const licence = ({ licenses }: Component): string =>
  escaped(licenses.map(({ expression, license }) => expression ?? license?.id).join(', '));
