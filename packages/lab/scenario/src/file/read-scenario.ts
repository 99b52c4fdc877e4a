import { isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { Scenario } from '../scenario.ts';
import { buildScenario, type ScenarioText } from './build-scenario.ts';
import { checkMeaning, checkReferences } from './check-meaning.ts';
import { keywords } from './form/form-keywords.ts';
import { ScenarioForm } from './form/scenario-form.ts';
import { FormCheck } from './form-check.ts';
import { byPlace, type Problem } from './problem.ts';

/** Nesting limit: a scenario has eight levels, and a command body up to twenty more. */
const TEXT_DEPTH_MAX = 32;

const COMPACT_NESTING = new RegExp(`^[ ]*(?:[-?:][ ]+){${TEXT_DEPTH_MAX + 1}}`, 'm');

/**
 * Offset where a text exceeds `TEXT_DEPTH_MAX` within one line or by brackets; undefined when it does not. Checked
 * before parsing, because the parser takes seconds for thousands of brackets. Brackets in quotes count too: no
 * scenario text leaves that many open.
 */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '[' || character === '{') depth += 1;
    else if ((character === ']' || character === '}') && depth > 0) depth -= 1;
    if (depth > TEXT_DEPTH_MAX) return at;
  }
  return COMPACT_NESTING.exec(text)?.index;
}

/** Maximum file size; a larger file is a mistake, such as a video. */
export const MAX_FILE_BYTES = 256 * 1024;

type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Parses the text of a scenario file. @param file its name in problems */
export function readScenario(file: string, text: string): ReadScenario {
  const lines = new LineCounter();
  const check = new FormCheck(file, lines);
  const root = parsed(text, lines, check);
  if (check.problems.length > 0) return { ok: false, problems: check.problems.sort(byPlace) };
  const value = (check.check(root, keywords(ScenarioForm), '', 0) ?? {}) as ScenarioText;
  const isWellFormed = check.problems.length === 0;
  checkReferences(value, check);
  if (isWellFormed) checkMeaning(value, check);
  if (check.problems.length > 0) return { ok: false, problems: check.problems.sort(byPlace) };
  return { ok: true, scenario: buildScenario(file, value, check.places) };
}

function parsed(text: string, lines: LineCounter, check: FormCheck): unknown {
  const tooDeep = tooDeepAt(text);
  if (tooDeep !== undefined) {
    // As the parser would have done.
    for (const start of lineStarts(text)) lines.addNewLine(start);
    check.wrong(tooDeep, `not valid YAML: nested too deep, allowed: ${TEXT_DEPTH_MAX} levels`);
    return undefined;
  }
  // The parser compares each key with all others of its map; 11,000 keys take it two seconds.
  const options = { lineCounter: lines, prettyErrors: false, version: '1.2', uniqueKeys: false } as const;
  const document = parseDocument(text, options);
  for (const { pos, message } of document.errors) check.wrong(pos[0], `not valid YAML: ${message}`);
  checkKeysAreUnique(document.contents, check);
  return document.contents;
}

const lineStarts = (text: string): readonly number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];

function checkKeysAreUnique(contents: Node | null, check: FormCheck): void {
  visit(contents, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) check.wrong(key.range?.[0] ?? 0, 'not valid YAML: Map keys must be unique');
        seen.add(key.value);
      }
    },
  });
}
