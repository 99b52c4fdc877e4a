import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { type SimulatedWind, TURBULENCE_NAMES } from '@kitestring/station-contract/sim/controls.ts';
import { useState } from 'react';
import { useControl } from '../handoff/use-control.ts';
import { Slider } from '../parts/slider.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useWhyNot, whyNotText } from '../permission/use-why-not.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { CoveragePanel } from './coverage-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { ManualControlsPanel } from './manual-controls-panel.tsx';
import { ScenarioPanel } from './scenario-panel.tsx';
import styles from './simulator.module.css';
import { TruthPanel } from './truth-panel.tsx';

/** Wind, faults and clock of the simulated world. */
export function SimulatorDrawer() {
  const words = useWords();
  const why = useWhyNot('simulator');
  return (
    <>
      <p className="quiet">{words.simulator.lead}</p>
      <Off why={why && whyNotText(why, words)}>
        <OffReason />
        {/* Without the scope nothing of it can be read either. */}
        {why?.kind !== 'viewOnly' && (
          <>
            <ClockPanel />
            <WindPanel />
            <FaultsPanel />
            <ScenarioPanel />
            <ManualControlsPanel />
            <TruthPanel />
            <CoveragePanel />
          </>
        )}
      </Off>
    </>
  );
}

const SPEEDS = [0.5, 1, 2, 5, 10, 20, 50] as const;
const STEPS_S = [10, 60] as const;

/** Clock of the simulation: speed, pause, advance. */
function ClockPanel() {
  const words = useWords();
  const timeText = useTimeText();
  const { store } = useControl();
  const clock = useReading((client) => client.sim.getClock(), { everyMs: 1000 });
  const change = useCommand(async (client, to: { speed?: number; paused?: boolean }) => {
    await client.sim.setClock(to);
    store.speedChanged();
    await clock.again();
  });
  const advance = useCommand(async (client, seconds: number) => {
    await client.sim.advanceClock({ seconds });
    await clock.again();
  });
  const { fault, paused = false, speed = 1, time } = clock.value ?? {};
  const speeds = [...new Set([...SPEEDS, speed])].sort((a, b) => a - b);
  const options = speeds.map((value) => ({ id: String(value), name: words.simulator.clock.times(value) }));
  return (
    <Panel title={words.simulator.clock.title} aside={<span className="figures">{timeText(time) ?? '—'}</span>}>
      <Choice
        label={words.simulator.clock.speed}
        options={options}
        value={String(speed)}
        onChange={(id) => void change.send({ speed: Number(id) })}
      />
      <div className={styles.row}>
        <Button isPending={change.isBusy} onPress={() => void change.send({ paused: !paused })}>
          {paused ? words.simulator.clock.resume : words.simulator.clock.pause}
        </Button>
        {STEPS_S.map((seconds) => (
          <Button key={seconds} isPending={advance.isBusy} onPress={() => void advance.send(seconds)}>
            {words.simulator.clock.advance(seconds)}
          </Button>
        ))}
      </div>
      {paused && <p role="status">{words.simulator.clock.paused}</p>}
      <Trouble
        text={(fault && words.simulator.clock.failed(fault)) ?? change.trouble ?? advance.trouble ?? clock.trouble}
      />
    </Panel>
  );
}

/** Stronger than any wind in which a Kite flies; the API allows 40 m/s. */
const SPEED_MAX_MPS = 30;

/** The current wind, and fields to change it. */
function WindPanel() {
  const words = useWords();
  const quantities = useQuantities();
  const wind = useReading((client) => client.sim.getWind(), { everyMs: 5000 });
  const [change, setChange] = useState<Partial<SimulatedWind>>({});
  const set = useCommand(async (client) => {
    await client.sim.setWind(change);
    setChange({});
    await wind.again();
  });
  if (wind.value === undefined) return <Trouble text={wind.trouble} />;
  const { from_deg, speed_mps, turbulence } = { ...wind.value, ...change };
  const turbulences = TURBULENCE_NAMES.map((id) => ({ id, name: words.simulator.wind.turbulences[id] }));
  return (
    <Panel title={words.simulator.wind.title}>
      <Slider
        label={words.simulator.wind.speed}
        value={Math.min(SPEED_MAX_MPS, speed_mps)}
        min={0}
        max={SPEED_MAX_MPS}
        step={0.5}
        text={(mps) => words.simulator.wind.speedText(quantities.number(mps, 1))}
        onChange={(value) => setChange({ ...change, speed_mps: value })}
      />
      <Slider
        label={words.simulator.wind.from}
        value={from_deg}
        min={0}
        max={360}
        step={5}
        text={words.simulator.wind.fromText}
        onChange={(value) => setChange({ ...change, from_deg: value })}
      />
      <Choice
        label={words.simulator.wind.turbulence}
        options={turbulences}
        value={turbulence}
        onChange={(value) => setChange({ ...change, turbulence: value })}
      />
      <Button
        look="primary"
        isPending={set.isBusy}
        isDisabled={Object.keys(change).length === 0}
        onPress={() => void set.send()}
      >
        {words.simulator.wind.set}
      </Button>
      <Trouble text={set.trouble ?? wind.trouble} />
    </Panel>
  );
}
