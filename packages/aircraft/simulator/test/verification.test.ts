import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { verificationCharts } from '../verification/report/charts.ts';
import { documentationFiles } from '../verification/report/documentation.ts';
import { judge, type RowResult } from '../verification/row.ts';
import { VERIFICATION_ROWS } from '../verification/rows.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

describe('the verification', () => {
  const verdicts: RowResult[] = [];

  for (const row of VERIFICATION_ROWS) {
    for (const one of row.cases) {
      it(`${row.row} ${row.title}: ${one.name} (${one.input})`, () => {
        const verdict = judge(row, one);
        verdicts.push(verdict);
        const { expected, unit, tolerance } = one;
        const allowed = JSON.stringify(tolerance);
        assert.ok(
          verdict.isOk,
          `got ${verdict.got} ${unit}, expected ${expected}, off by ${verdict.error}, allowed ${allowed}`,
        );
      });
    }
  }

  it('has every row once, in order, and every case by another name', () => {
    const rows = VERIFICATION_ROWS.map(({ row }) => row);
    assert.deepEqual(rows, [...new Set(rows)]);
    for (const { row, cases } of VERIFICATION_ROWS) {
      const names = cases.map(({ name }) => name);
      assert.deepEqual(names, [...new Set(names)], row);
    }
  });

  it('fails a case that is out of its tolerance, and one that is no number', () => {
    const [row] = VERIFICATION_ROWS;
    const [one] = row?.cases ?? [];
    assert.ok(row && one);
    assert.equal(judge(row, { ...one, got: () => one.expected * 1.001 }).isOk, false);
    assert.equal(judge(row, { ...one, got: () => Number.NaN }).isOk, false);
  });

  it('is what the documentation shows (else run npm run verify -- --docs)', () => {
    for (const [path, content] of documentationFiles(root, verdicts, verificationCharts())) {
      assert.ok(readFileSync(join(root, path), 'utf8') === content, `${path} is not what the verification gives`);
    }
  });
});
