import { useScope } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { HandsPanel } from './hands-panel.tsx';
import { ScenarioPanel } from './scenario-panel.tsx';
import { WindPanel } from './wind-panel.tsx';

/** Wind, faults and clock of the simulated world. */
export function SimulatorDrawer() {
  const words = useWords();
  const isAllowed = [useScope('experimental'), useScope('internal')].includes(true);
  return (
    <>
      <p className="quiet">{words.simulator.lead}</p>
      {isAllowed && (
        <>
          <ClockPanel />
          <WindPanel />
          <FaultsPanel />
          <ScenarioPanel />
          <HandsPanel />
        </>
      )}
    </>
  );
}
