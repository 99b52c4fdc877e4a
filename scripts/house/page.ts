import { join } from 'node:path';
import { packageFolders } from '../packages.mjs';
import { PLAN } from './plan.ts';

const BEGIN = '<!-- Generated from scripts/house/plan.ts by `npm run docs`; not to be edited by hand. -->';
const FOLDERS = packageFolders(join(import.meta.dirname, '../..'));
const END = '<!-- End of what is generated. -->';

/** docs/contribute/architecture.md with the diagram and the table of the plan. @throws Error if the page has no place for them */
export function withPlan(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`there is no "${BEGIN}" and "${END}" on the page`);
  return [before, BEGIN, `\n\n${diagram()}\n${table()}\n`, END, after].join('');
}

function diagram(): string {
  const arrows = Object.keys(PLAN).flatMap((name) => directDependencies(name).map((below) => `  ${name} --> ${below}`));
  return ['```mermaid', 'flowchart TD', ...families(), ...arrows, '```', ''].join('\n');
}

/** One box for each family of packages. */
function families(): readonly string[] {
  const rooms = Object.groupBy(Object.keys(PLAN), (name) => FOLDERS.get(name)?.split('/').slice(1, -1).join('/') ?? '');
  return Object.entries(rooms)
    .filter(([family]) => family !== '')
    .flatMap(([family, names = []]) => [`  subgraph ${family}`, ...names.map((name) => `    ${name}`), '  end']);
}

function table(): string {
  const rows = Object.entries(PLAN).map(([name, { text }]) => `| [${name}](../../${FOLDERS.get(name)}) | ${text} |`);
  return ['| package | what is in it |', '| --- | --- |', ...rows, ''].join('\n');
}

/** Imports that do not follow from others: the diagram shows only these. */
function directDependencies(name: string): readonly string[] {
  const imports = PLAN[name]?.imports ?? [];
  return imports.filter((one) => !imports.some((other) => other !== one && reaches(other, one)));
}

const reaches = (from: string, to: string): boolean =>
  (PLAN[from]?.imports ?? []).some((below) => below === to || reaches(below, to));
