import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const BLOCK = /^```js( \w+)?\n(.*?)^```/gms;

interface ReadmeExample {
  readonly title: string;
  /** A whole program: what every example begins with, and the example. */
  readonly program: string;
  /** Lines that it prints, by its comments. */
  readonly prints: readonly string[];
}

/** The examples of the package's README, in order. */
export function readmeExamples(): readonly ReadmeExample[] {
  const [[, setUp = ''] = []] = [...README.matchAll(/^```js setup\n(.*?)^```/gms)];
  const sections = README.split(/^### /m).slice(1);
  return sections.map((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    const [[, , code = ''] = []] = [...section.matchAll(BLOCK)];
    return {
      title,
      program: `${setUp}\n${code}\nawait client.close({ giveBackToken: true });\n`,
      prints: [...code.matchAll(/\/\/ prints (.*)$/gm)].map(([, line = '']) => line),
    };
  });
}
