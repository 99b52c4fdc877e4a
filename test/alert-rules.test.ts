import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missingPromtool, promtoolProgram } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const ALERTS = join(ROOT, 'deploy/helm/kitestring-hub/alerts.yaml');
const STATION_ALERTS = join(ROOT, 'deploy/prometheus/station-alerts.yaml');

/** @param cases name of the file of unit tests for these rules */
function assertRules(alerts: string, cases: string): void {
  using folder = new TestFolder();
  const file = join(folder.path, cases);
  writeFileSync(file, readFileSync(join(import.meta.dirname, 'alerts', cases), 'utf8').replace('ALERTS', alerts));
  for (const args of [
    ['check', 'rules', alerts],
    ['test', 'rules', file],
  ]) {
    const { status, stderr, stdout } = spawnSync(promtoolProgram()?.path ?? '', args, { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  }
}

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
    const chapters = ['runbooks', 'runbooks-fleet'].flatMap((page) => {
      const text = readFileSync(join(ROOT, `docs/hub/${page}.md`), 'utf8');
      return [...text.matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].map(
        ([, name = '', chapter = '']) => [`docs/hub/${page}.md#${name.toLowerCase()}`, chapter] as const,
      );
    });
    assert.deepEqual(
      chapters.map(([place]) => place).sort(),
      rules.map(({ annotations }) => annotations.runbook).sort(),
    );
    for (const [name, text] of chapters) {
      assert.match(text, /\*\*Means\*\*: [\s\S]*\n\*\*Look at\*\*: [\s\S]*\n\*\*Do\*\*: /, name);
    }
    for (const { alert, annotations, labels } of rules) {
      assert.ok(annotations.runbook.endsWith(`#${alert.toLowerCase()}`));
      assert.match(labels.severity, /^(critical|warning)$/);
    }
  });

  it('are valid for Prometheus, and fire when they should', { skip: missingPromtool() }, () => {
    assertRules(ALERTS, 'cases.yaml');
    assertRules(STATION_ALERTS, 'station-cases.yaml');
  });

  it('of a station have a row in its page each, and ask for metrics that a station has', () => {
    const text = readFileSync(STATION_ALERTS, 'utf8');
    const names = [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const page = readFileSync(join(ROOT, 'docs/administrator/containers.md'), 'utf8');
    assert.deepEqual(
      [...page.matchAll(/^\| `(KitestringStation\w+)` \|/gm)].map(([, name]) => name),
      names,
    );
    const dashboard = readFileSync(join(ROOT, 'deploy/grafana/kitestring-station.json'), 'utf8');
    const sources = globSync('packages/{station,web}/**/*.ts', { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    const asked = new Set([...(text + dashboard).matchAll(/\bkitestring_(\w+)/g)].map(([, name = '']) => name));
    assert.ok(asked.size > 8);
    for (const name of asked)
      assert.ok(
        sources.some((source) => source.includes(`${name}'`)),
        name,
      );
  });
});
