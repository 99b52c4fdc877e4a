import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missingPromtool, promtoolProgram } from '@kitestring/lab-testing/promtool.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const ALERTS = join(ROOT, 'deploy/helm/kitestring-hub/alerts.yaml');

interface Rule {
  readonly alert: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly runbook: string };
}

describe('the alert rules', () => {
  const rules = (
    parse(readFileSync(ALERTS, 'utf8')) as { readonly groups: readonly { readonly rules: Rule[] }[] }
  ).groups.flatMap((group) => group.rules);

  it('have a runbook each, which says what it means, what to look at and what to do; and no runbook is without its alert', () => {
    const page = readFileSync(join(ROOT, 'docs/hub/runbooks.md'), 'utf8');
    const chapters = [...page.matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)];
    assert.deepEqual(
      chapters.map(([, name]) => name),
      rules.map(({ alert }) => alert),
    );
    for (const [, name = '', text = ''] of chapters) {
      assert.match(text, /\*\*Means\*\*: [\s\S]*\n\*\*Look at\*\*: [\s\S]*\n\*\*Do\*\*: /, name);
    }
    for (const { alert, annotations, labels } of rules) {
      assert.equal(annotations.runbook, `docs/hub/runbooks.md#${alert.toLowerCase()}`);
      assert.match(labels.severity, /^(critical|warning)$/);
    }
  });

  it('are valid for Prometheus, and fire when they should', { skip: missingPromtool() }, () => {
    using folder = new TestFolder();
    const cases = join(folder.path, 'cases.yaml');
    writeFileSync(
      cases,
      readFileSync(join(import.meta.dirname, 'alerts/cases.yaml'), 'utf8').replace('ALERTS', ALERTS),
    );
    for (const args of [
      ['check', 'rules', ALERTS],
      ['test', 'rules', cases],
    ]) {
      const { status, stderr, stdout } = spawnSync(promtoolProgram()?.path ?? '', args, { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    }
  });
});
