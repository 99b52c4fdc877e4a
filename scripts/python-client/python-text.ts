const WIDTH = 110;

/** `gps_loss`, `GpsLoss` or `gps loss` as the name of a class. */
export const className = (...words: readonly string[]): string =>
  words
    .join('_')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** A string literal; JSON's escapes are Python's too. */
export const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

/** A wrapped docstring at this indentation; empty without text. */
export function docstring(paragraphs: readonly (string | undefined)[], indent: string): string {
  const said = paragraphs.filter((paragraph): paragraph is string => paragraph !== undefined && paragraph !== '');
  if (said.length === 0) return '';
  const lines = said
    .flatMap((paragraph) => ['', ...paragraph.split('\n').flatMap((line) => wrapped(line, WIDTH - indent.length))])
    .slice(1)
    .map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"));
  const isShort = lines.length === 1 && !lines[0]?.endsWith('"');
  const text = isShort ? `"""${lines[0]}"""` : `"""${lines.join(`\n${indent}`)}\n${indent}"""`;
  return `${indent}${text}\n`.replaceAll(/[ ]+$/gm, '');
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
