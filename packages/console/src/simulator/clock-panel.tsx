import { Button } from '@kitestring/kit/button.tsx';
import { Choice } from '@kitestring/kit/choice.tsx';
import { Panel } from '@kitestring/kit/panel.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { useControl } from '../handoff/use-control.ts';
import { useTimeText } from '../kit/use-time.ts';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './simulator.module.css';

const SPEEDS = [0.5, 1, 2, 5, 10, 20, 50] as const;
const STEPS_S = [10, 60] as const;

/** Clock of the simulation: speed, pause, advance. */
export function ClockPanel() {
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
