import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ScenarioResult } from '../run/result.ts';
import { junitXml } from './junit.ts';

const PASSED: ScenarioResult = {
  file: 'a.yaml',
  title: 'All is well',
  outcome: 'passed',
  simulatedS: 60,
  realMs: 1500,
  failures: [],
  error: undefined,
};

const FAILED: ScenarioResult = {
  ...PASSED,
  file: 'b.yaml',
  title: 'a < b & "c"',
  outcome: 'failed',
  failures: [
    {
      line: 7,
      expected: 'always altitude < 25 m',
      why: undefined,
      happened: 'altitude 31 m',
      atS: 12.5,
      telemetry: ['x'],
    },
  ],
};

const BROKEN: ScenarioResult = { ...PASSED, outcome: 'error', error: 'the simulation has stopped' };

/** Whether every element is closed in its order, and every ampersand begins an entity. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  const tags = /<(\?xml)[^<>]*\?>|<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g;
  for (const [, isHead, isEnd, name = '', , isEmpty] of xml.matchAll(tags)) {
    if (isHead !== undefined || isEmpty === '/') continue;
    if (isEnd === '/' && open.pop() !== name) return false;
    if (isEnd === '') open.push(name);
  }
  const rest = xml.replaceAll(tags, '');
  return open.length === 0 && !/[<>]|&(?!(?:amp|lt|gt|quot);)/.test(rest.replaceAll(/&(?:amp|lt|gt|quot);/g, ''));
}

describe('junitXml', () => {
  it('counts what passed, failed and could not be run', () => {
    const xml = junitXml([PASSED, FAILED, BROKEN]);
    assert.match(
      xml,
      /<testsuite name="kitestring scenarios" tests="3" failures="1" errors="1" skipped="0" time="4\.500">/,
    );
    assert.equal(xml.match(/<testcase /g)?.length, 3);
  });

  it('says what was expected, what happened, and where it stands', () => {
    const xml = junitXml([FAILED]);
    assert.match(xml, /<failure message="always altitude &lt; 25 m" type="expectation">b\.yaml:7\n/);
    assert.match(xml, /happened {2}altitude 31 m \(at 12\.5 s\)/);
    assert.match(xml, /<testcase name="a &lt; b &amp; &quot;c&quot;" classname="b\.yaml"/);
  });

  it('is well formed whatever the texts hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const failures = [{ line: 1, expected: text, why: text, happened: text, atS: undefined, telemetry: [text] }];
        const xml = junitXml([
          { ...FAILED, title: text, file: text, failures },
          { ...BROKEN, error: text },
        ]);
        assert.ok(isWellFormed(xml), xml);
        assert.doesNotMatch(xml, /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
      }),
      { seed: 20260301, numRuns: 300 },
    );
  });
});
