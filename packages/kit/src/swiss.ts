/** Stands for an ß that came from outside, as in a name: that one stays. */
const FOREIGN = '\uE000';

const inSwiss = (text: string): string => text.replaceAll('ß', 'ss').replaceAll('„', '«').replaceAll('“', '»');

/**
 * German as it is written in Switzerland, with ss for ß and with guillemets: the catalogue again. What is put into a text
 * keeps its ß.
 */
export function inSwissSpelling<Part>(part: Part): Part {
  if (typeof part === 'string') return inSwiss(part) as Part;
  if (typeof part === 'function') {
    const swiss = (...values: unknown[]) => {
      const guarded = values.map((value) => (typeof value === 'string' ? value.replaceAll('ß', FOREIGN) : value));
      const text: unknown = (part as (...values: unknown[]) => unknown)(...guarded);
      return typeof text === 'string' ? inSwiss(text).replaceAll(FOREIGN, 'ß') : text;
    };
    return Object.defineProperty(swiss, 'length', { value: part.length }) as Part;
  }
  if (Array.isArray(part)) return part.map(inSwissSpelling) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inSwissSpelling(value)])) as Part;
}
