import { Fact, FactList } from '@kitestring/console-ui/fact-list.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';

/** The true state of the simulation, which no aircraft knows: only this part of the page shows it. */
export function TruthPanel() {
  const words = useWords().simulator.truth;
  const { trouble, value } = useReading(({ sim }) => sim.getTruth(), { everyMs: 1000 });
  return (
    <Panel title={words.title}>
      <p className="quiet small">{words.lead}</p>
      {value !== undefined && <TruthFacts {...value.truth} />}
      <Trouble text={trouble} />
    </Panel>
  );
}

function TruthFacts({ base, position, tether, wind }: Truth) {
  const words = useWords().simulator.truth;
  const { number } = useQuantities();
  const drift = Math.hypot(position.east_m, position.north_m);
  return (
    <FactList>
      <Fact name={words.wind} value={words.windText(number(wind.speed_mps, 1), Math.round(wind.from_deg) % 360)} />
      <Fact name={words.height} value={`${number(position.up_m, 2)} m`} />
      <Fact name={words.drift} value={`${number(drift, 2)} m`} />
      <Fact
        name={words.tension}
        value={
          tether.is_cut
            ? words.cut
            : words.tensionText(number(tether.tension_base_n, 1), number(tether.tension_kite_n, 1))
        }
      />
      <Fact name={words.angle} value={`${number(tether.base_angle_deg, 1)}°`} />
      {base !== undefined && (
        <Fact
          name={words.deck}
          value={words.deckText(number(base.roll_deg, 1), number(base.pitch_deg, 1), number(base.up_m, 1))}
        />
      )}
    </FactList>
  );
}
