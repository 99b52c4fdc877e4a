import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { ScenarioRun } from '@kitestring/station-contract/sim/scenarios.ts';
import { useState } from 'react';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './simulator.module.css';

/** Runs a scenario on this station, and shows its progress. */
export function ScenarioPanel() {
  const words = useWords();
  const [name, setName] = useState<string>();
  const list = useReading((client) => client.sim.listScenarios());
  const state = useReading((client) => client.sim.getScenarioRun(), { everyMs: 1000 });
  const run = useCommand(async (client, chosen: string) => {
    await client.sim.runScenario({ name: chosen });
    await state.again();
  });
  const stop = useCommand(async (client) => {
    await client.sim.stopScenario();
    await state.again();
  });
  const scenarios = list.value?.scenarios ?? [];
  const chosen = scenarios.find((scenario) => scenario.name === name);
  const current = state.value?.run;
  const isRunning = current?.status === 'preparing' || current?.status === 'running';
  const options = scenarios.map(({ family, name: id, title }) => ({ id, name: `${family}: ${title}` }));
  return (
    <Panel title={words.simulator.scenarios.title}>
      {list.value !== undefined && scenarios.length === 0 && <p className="quiet">{words.simulator.scenarios.none}</p>}
      {scenarios.length > 0 && (
        <Choice label={words.simulator.scenarios.choose} options={options} value={name} onChange={setName} />
      )}
      {chosen !== undefined && (
        <p className="small">
          {chosen.unfit ?? chosen.description} {words.simulator.scenarios.length(Math.ceil(chosen.shortest_s))}
        </p>
      )}
      {isRunning ? (
        <Button isPending={stop.isBusy} onPress={() => void stop.send()}>
          {words.simulator.scenarios.stop}
        </Button>
      ) : (
        chosen !== undefined && (
          <Button
            look="primary"
            isPending={run.isBusy}
            isDisabled={chosen.unfit !== undefined}
            onPress={() => void run.send(chosen.name)}
          >
            {words.simulator.scenarios.run}
          </Button>
        )
      )}
      <Trouble text={run.trouble ?? stop.trouble ?? list.trouble ?? state.trouble} />
      {current !== undefined && current !== null && <RunView run={current} />}
    </Panel>
  );
}

function RunView({ run }: { readonly run: ScenarioRun }) {
  const words = useWords();
  const { broken_off, expectations, percent, reason, status, step, title } = run;
  return (
    <div className="stack">
      <h3>
        {title}: <span role="status">{words.simulator.scenarios.statuses[status]}</span>
      </h3>
      <progress
        className={styles.bar}
        value={percent}
        max={100}
        aria-label={words.simulator.scenarios.percent(percent)}
      />
      {step !== undefined && <p className="small">{words.simulator.scenarios.step(step.label)}</p>}
      {reason !== undefined && <p className="small">{reason}</p>}
      {broken_off !== undefined && (
        <p className="small">
          {broken_off.expected} {words.simulator.scenarios.happened(broken_off.happened)}
        </p>
      )}
      <ul className="stack">
        {expectations.map(({ happened, line, status: judged, text }) => (
          <li key={`${line} ${text}`} className={styles.expectation} data-status={judged}>
            <span className="small">
              {text} · <strong>{words.simulator.scenarios.expectations[judged]}</strong>
              {happened !== undefined && ` ${words.simulator.scenarios.happened(happened)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
