// Stacks of a bundle name the files of the sources. Node does that too, but reads the maps of all files at every start:
// 10 ms and 6 MiB. Here a map is read when the first stack needs it.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** @type {Map<string, SourceMap | undefined>} */
const maps = new Map();

/** @param {string} file URL of a file of the bundle */
function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

/** @param {string} url */
function readMap(url) {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(url), 'utf8')));
  } catch {
    return undefined;
  }
}

/** @param {string} text a line of a stack @param {string} folder URL of the bundle */
function inSources(text, folder) {
  return text.replace(/file:\/\/[^\s()]+?\.mjs:\d+:\d+/, (place) => {
    const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    const found = file.startsWith(folder) ? mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1) : undefined;
    if (found === undefined || !('originalSource' in found)) return place;
    const source = fileURLToPath(new URL(found.originalSource, file));
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}

/** @param {string} folder URL of the bundle, which this process runs from */
export function nameSourcesInStacks(folder) {
  Error.prepareStackTrace = (error, sites) =>
    [error, ...sites.map((site) => `    at ${inSources(String(site), folder)}`)].join('\n');
}
