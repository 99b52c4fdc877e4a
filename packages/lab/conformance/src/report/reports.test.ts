import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { published } from '../check.ts';
import { MASK, masked } from '../link/exchange.ts';
import { changesSince } from './baseline.ts';
import { reportPage } from './html.ts';
import { readReport, reportJson } from './json.ts';
import { junitXml } from './junit.ts';
import type { CheckResult, ConformReport, Outcome } from './report.ts';

const result = (id: string, outcome: Outcome, more: Partial<CheckResult> = {}): CheckResult => ({
  id,
  sentence: 'A < B',
  source: published('GET /v1/x, 200'),
  level: 'read',
  outcome,
  assertions: 2,
  failures: [],
  tookMs: 3,
  ...more,
});

const report = (...results: CheckResult[]): ConformReport => ({
  format: 1,
  url: 'http://station',
  version: '1.1.2',
  reportedVersion: '1.1.2',
  level: 'read',
  startedAt: '2026-03-01T09:30:00.000Z',
  tookMs: 10,
  results,
});

describe('an exchange that is shown', () => {
  it('has no secret, wherever it stands', () => {
    const shown = masked(
      {
        request: {
          method: 'POST',
          path: '/x?access_token=T1&a=b',
          headers: [
            ['Authorization', 'Bearer T2'],
            ['x', 'KEY'],
          ],
          body: '{"client_secret":"KEY"}',
        },
        answer: {
          status: 200,
          headers: [['Set-Cookie', 'connection=T3']],
          body: '[{"access_token":"T4"},{"rtsp_url":"rtsp://t:T5@host/zoom"}]',
        },
      },
      new Set(['KEY']),
    );
    const text = JSON.stringify(shown);
    assert.deepEqual(
      ['T1', 'T2', 'T3', 'T4', 'T5', 'KEY'].filter((secret) => text.includes(secret)),
      [],
    );
    assert.ok(text.includes(MASK) && text.includes('a=b') && text.includes('@host/zoom'));
  });
});

describe('reports', () => {
  const failure = {
    message: 'got <b> & "c" \u0001',
    exchange: { request: { method: 'GET', path: '/x', headers: [] } },
  };
  const found = report(
    result('a', 'passed'),
    result('b', 'failed', { failures: [failure] }),
    result('c', 'skipped', { reason: 'none' }),
  );

  it('in XML and HTML are escaped', () => {
    const xml = junitXml(found);
    assert.match(xml, /<testsuite name="read" tests="3" failures="1" errors="0" skipped="1"/);
    assert.match(xml, /<failure message="got &lt;b&gt; &amp; &quot;c&quot; {2}" type="conformance">/);
    assert.match(xml, /<skipped message="none"\/>/);
    assert.ok(!reportPage(found).includes('<b>'));
  });

  it('in JSON are read back, and other texts are refused with a reason', () => {
    assert.deepEqual(readReport(reportJson(found)).results, found.results);
    for (const [text, reason] of [
      ['', /not JSON/],
      ['{}', /no report/],
      ['{"format":1,"results":[{}]}', /results\[0\] has no id/],
    ] as const) {
      assert.throws(() => readReport(text), reason);
    }
  });

  it('say what has changed since an earlier one', () => {
    const earlier = report(result('a', 'failed'), result('b', 'passed'), result('c', 'passed'), result('d', 'passed'));
    const { broken, repaired, skipped, added, removed } = changesSince(
      earlier,
      report(...found.results, result('e', 'passed')),
    );
    const ids = (list: readonly CheckResult[]) => list.map(({ id }) => id);
    assert.deepEqual(
      [ids(broken), ids(repaired), ids(skipped), ids(added), removed],
      [['b'], ['a'], ['c'], ['e'], ['d']],
    );
  });
});
