import { Off, OffReason } from '@kitestring/kit/off.tsx';
import { useWhyNot, whyNotText } from '../permission/use-why-not.ts';
import { useWords } from '../words/words-context.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { CoveragePanel } from './coverage-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { ManualControlsPanel } from './manual-controls-panel.tsx';
import { ScenarioPanel } from './scenario-panel.tsx';
import { WindPanel } from './wind-panel.tsx';

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
            <CoveragePanel />
          </>
        )}
      </Off>
    </>
  );
}
