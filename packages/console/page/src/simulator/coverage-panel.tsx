import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Fact, FactList } from '@kitestring/console-ui/fact-list.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { COVERAGE_FINDINGS } from '@kitestring/station-contract/sim/coverage-findings.ts';
import { coverageShares } from '@kitestring/station-contract/sim/coverage-shares.ts';
import type { Coverage } from '@kitestring/station-contract/sim/journal.ts';
import { useState } from 'react';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './simulator.module.css';

/** Represents all clients: no plugin has an empty name. */
const ALL = '';

/** Coverage of the API by the clients of this station, and their reactions to refusals. */
export function CoveragePanel() {
  const texts = useWords().simulator.coverage;
  const [client, setClient] = useState(ALL);
  const journal = useReading(
    async ({ sim }) => {
      const { clients, is_on } = await sim.getJournal({ limit: 1 });
      return { clients, coverage: is_on ? await sim.getCoverage(client === ALL ? {} : { client }) : undefined };
    },
    { everyMs: 2000, key: client },
  );
  const start = useCommand(async ({ sim }) => {
    await sim.markJournal({});
    await journal.again();
  });
  const stop = useCommand(async ({ sim }) => {
    await sim.stopJournal();
    await journal.again();
  });
  const { clients = [], coverage } = journal.value ?? {};
  const named = clients.includes(client) || client === ALL ? clients : [...clients, client];
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      {coverage !== undefined && (
        <>
          <Choice
            label={texts.client}
            options={[{ id: ALL, name: texts.all }, ...named.map((id) => ({ id, name: id }))]}
            value={client}
            onChange={setClient}
          />
          <CoverageView coverage={coverage} />
        </>
      )}
      <div className={styles.row}>
        <Button isPending={start.isBusy} onPress={() => void start.send()}>
          {coverage === undefined ? texts.start : texts.restart}
        </Button>
        {coverage !== undefined && (
          <Button isPending={stop.isBusy} onPress={() => void stop.send()}>
            {texts.stop}
          </Button>
        )}
      </div>
      <Trouble text={start.trouble ?? stop.trouble ?? journal.trouble} />
    </Panel>
  );
}

function CoverageView({ coverage }: { readonly coverage: Coverage }) {
  const texts = useWords().simulator.coverage;
  const shares = coverageShares(coverage);
  const never = shares.find(({ kind }) => kind === 'operations')?.never ?? [];
  return (
    <>
      <FactList>
        {shares.map(({ kind, met, total }) => (
          <Fact key={kind} name={texts.kinds[kind]} value={texts.share(met, total)} />
        ))}
      </FactList>
      {never.length > 0 && (
        <details className="small">
          <summary>{texts.never}</summary>
          <p>{never.join(', ')}</p>
        </details>
      )}
      {coverage.findings.length === 0 && <p className="quiet">{texts.none}</p>}
      <ul className="stack">
        {coverage.findings.map(({ after, client, count, finding, operation }) => (
          <li key={[finding, client, operation, after].join(' ')} className={styles.expectation} data-status="failed">
            <strong lang="en">{finding}</strong> · {client}: {operation}, {after}, {count} ×
            <br />
            <span className="quiet small" lang="en">
              {COVERAGE_FINDINGS[finding].advice.replaceAll('`', '')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
