import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import { FAULT_TYPES, FAULTS, type FaultDefinition, type FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { useState } from 'react';
import { Slider } from '../parts/slider.tsx';
import { usePreferences } from '../preferences/preferences.tsx';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { durationOf, faultName, shownFaults } from './fault-list.ts';
import styles from './simulator.module.css';

/** Activates faults, and shows their state. */
export function FaultsPanel() {
  const words = useWords();
  const list = useReading((client) => client.sim.listFaults(), { everyMs: 1000 });
  const clear = useCommand(async (client, id?: string) => {
    await (id === undefined ? client.sim.clearFaults() : client.sim.clearFault({ id }));
    await list.again();
  });
  const faults = shownFaults(list.value?.faults ?? []);
  return (
    <Panel title={words.simulator.faults.title}>
      <NewFault onInjected={list.again} />
      {faults.length === 0 && <p className="quiet">{words.simulator.faults.none}</p>}
      <ul className="stack">
        {faults.map((fault) => (
          <Fault key={fault.id} fault={fault} onClear={() => void clear.send(fault.id)} />
        ))}
      </ul>
      {faults.length > 0 && (
        <Button isPending={clear.isBusy} onPress={() => void clear.send()}>
          {words.simulator.faults.clearAll}
        </Button>
      )}
      <Trouble text={clear.trouble ?? list.trouble} />
    </Panel>
  );
}

function NewFault({ onInjected }: { readonly onInjected: () => Promise<void> }) {
  const words = useWords();
  const [type, setType] = useState<FaultType>('wind_gust');
  const [duration, setDuration] = useState('');
  const [severity, setSeverity] = useState(1);
  const definition: FaultDefinition = FAULTS[type];
  const { effect, summary } = words.translator?.fault(type) ?? definition;
  const durationS = durationOf(duration);
  const isWrong = Number.isNaN(durationS);
  const inject = useCommand(async (client) => {
    const strength = definition.severity === undefined ? {} : { severity };
    await client.sim.injectFault({ type, ...(durationS !== undefined && { duration: durationS }), ...strength });
    await onInjected();
  });
  return (
    <>
      <Choice
        label={words.simulator.faults.type}
        options={FAULT_TYPES.map((id) => ({ id, name: faultName(id, words.translator) }))}
        value={type}
        onChange={setType}
      />
      <p className="small">{summary}</p>
      <p className="quiet small">
        {words.simulator.faults.effect}: {effect}
      </p>
      <TextField
        label={words.simulator.faults.duration}
        hint={words.simulator.faults.durationHint}
        value={duration}
        onChange={setDuration}
        inputMode="decimal"
        trouble={isWrong ? words.simulator.faults.durationWrong : undefined}
      />
      {definition.severity !== undefined && (
        <Slider
          label={words.simulator.faults.severity}
          value={severity}
          min={0}
          max={1}
          step={0.05}
          text={words.simulator.faults.severityText}
          onChange={setSeverity}
        />
      )}
      <Button look="primary" isPending={inject.isBusy} isDisabled={isWrong} onPress={() => void inject.send()}>
        {words.simulator.faults.inject}
      </Button>
      <Trouble text={inject.trouble} />
    </>
  );
}

function Fault({ fault, onClear }: { readonly fault: FaultState; readonly onClear: () => void }) {
  const words = useWords();
  const { isEnglishShown } = usePreferences().preferences;
  const name = faultName(fault.type, words.translator);
  const isThere = fault.status === 'active' || fault.status === 'scheduled';
  return (
    <li className={styles.fault} data-status={fault.status}>
      <span>
        <strong>{name}</strong> · {words.simulator.faults.statuses[fault.status]}
        {words.translator !== undefined && isEnglishShown && (
          <span className="quiet small" lang="en">
            {' '}
            {faultName(fault.type)}
          </span>
        )}
        {fault.reason !== undefined && (
          <span className="quiet small" lang="en">
            {' '}
            {fault.reason}
          </span>
        )}
      </span>
      {isThere && (
        <Button look="ghost" aria-label={words.simulator.faults.clearName(name)} onPress={onClear}>
          {words.simulator.faults.clear}
        </Button>
      )}
    </li>
  );
}
