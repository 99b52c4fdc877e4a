import type { SimulatedWind } from '@kitestring/contract/sim/controls.ts';
import { TURBULENCE_NAMES } from '@kitestring/contract/sim/controls.ts';
import { Button } from '@kitestring/kit/button.tsx';
import { Choice } from '@kitestring/kit/choice.tsx';
import { Panel } from '@kitestring/kit/panel.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { useState } from 'react';
import { Slider } from '../kit/slider.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';

/** More than any Kite stands; the controls themselves allow 40 m/s. */
const SPEED_MAX_MPS = 30;

/** The wind that is set, and another one to set. */
export function WindPanel() {
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
