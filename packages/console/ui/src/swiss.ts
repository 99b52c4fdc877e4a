/** Marks an ß of inserted text, such as a name, which stays. */
const FOREIGN = '\uE000';

const inSwiss = (text: string): string => text.replaceAll('ß', 'ss').replaceAll('„', '«').replaceAll('“', '»');

/** The catalogue in Swiss spelling, with ss for ß and with guillemets. Inserted texts keep their ß. */
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
