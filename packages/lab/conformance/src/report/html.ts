import { escaped } from '@kitestring/base/markup.ts';
import { type CheckResult, type ConformReport, totals } from './report.ts';
import { exchangeText, sourceText } from './text.ts';

const STYLE = `:root{color-scheme:light dark;--line:#8884;--bad:#c62828;--good:#2e7d32;--dim:#777}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.25rem .6rem .25rem 0;text-align:left;vertical-align:top}
pre{overflow:auto;background:#8881;padding:.6rem;border-radius:.3rem;font-size:12px;white-space:pre-wrap;overflow-wrap:anywhere}
code{font-size:.9em;overflow-wrap:anywhere}.failed{color:var(--bad)}.passed{color:var(--good)}.skipped,.source{color:var(--dim)}
summary{cursor:pointer}@media(prefers-color-scheme:dark){:root{--bad:#ef9a9a;--good:#a5d6a7;--dim:#aaa}}`;

/** A report as one self-contained page. */
export function reportPage(report: ConformReport): string {
  const { checks, passed, failed, skipped, assertions } = totals(report.results);
  const title = `Conformance of ${escaped(report.url)}`;
  const of = (outcome: CheckResult['outcome']) => report.results.filter((result) => result.outcome === outcome);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1>
<table>
<tr><th>Checked as version</th><td>${escaped(report.version)} (the station reports ${escaped(report.reportedVersion)})</td></tr>
<tr><th>Level</th><td>${report.level}</td></tr>
<tr><th>Begun</th><td>${escaped(report.startedAt)}, took ${(report.tookMs / 1000).toFixed(1)} s</td></tr>
<tr><th>Checks</th><td>${checks}: <span class="passed">${passed} passed</span>, <span class="failed">${failed} failed</span>, <span class="skipped">${skipped} skipped</span>; ${assertions} assertions</td></tr>
</table>
${failed === 0 ? '' : `<h2 class="failed">Failed</h2>${of('failed').map(failedItem).join('\n')}`}
<h2>Passed</h2>${table(of('passed'))}
<h2>Skipped</h2>${table(of('skipped'))}
</body></html>
`;
}

function failedItem(result: CheckResult): string {
  const failures = result.failures.map(({ message, exchange }) => {
    const shown = exchange === undefined ? '' : `<pre>${escaped(exchangeText(exchange).join('\n'))}</pre>`;
    return `<li>${escaped(message)}${shown}</li>`;
  });
  return `<details open><summary><code class="failed">${escaped(result.id)}</code></summary>
<p>${escaped(result.sentence)} <span class="source">${escaped(sourceText(result.source))}</span></p><ul>${failures.join('')}</ul></details>`;
}

const table = (results: readonly CheckResult[]): string =>
  `<table>${results
    .map(
      ({ id, sentence, source, assertions, reason }) =>
        `<tr><td><code>${escaped(id)}</code></td><td>${escaped(sentence)} <span class="source">${escaped(reason ?? sourceText(source))}</span></td><td>${assertions}</td></tr>`,
    )
    .join('\n')}</table>`;
