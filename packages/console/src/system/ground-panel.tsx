import type { SystemState } from '@kitestring/contract/system/system-state.ts';
import { Fact, FactList } from '@kitestring/kit/fact-list.tsx';
import { Panel } from '@kitestring/kit/panel.tsx';
import { Figure } from '../kit/facts.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './system-drawer.module.css';

/** Power and everything that stays on the ground. */
export function GroundPanel() {
  const { system: words } = useWords();
  const { isStale, value } = useTopic('system/state');
  const state: Partial<SystemState> = value ?? {};
  return (
    <>
      <Panel title={words.power}>
        <div className={styles.figures}>
          <Figure name={words.kiteBattery} value={state.kite_battery_level} unit="%" places={0} isStale={isStale} />
          <Figure name={words.stationBattery} value={state.gs_battery_level} unit="%" places={0} isStale={isStale} />
          <Figure name={words.inputVoltage} value={state.gs_input_voltage} unit="V" isStale={isStale} />
        </div>
      </Panel>
      <Panel title={words.ground}>
        <FactList>
          <PositionFacts state={state} isStale={isStale} />
          <RooftopFacts state={state} isStale={isStale} />
        </FactList>
      </Panel>
    </>
  );
}

interface FactsProps {
  readonly state: Partial<SystemState>;
  readonly isStale: boolean;
}

function PositionFacts({ isStale, state }: FactsProps) {
  const { system: words } = useWords();
  const { gs_gps_accuracy, gs_gps_elevation, gs_gps_has_fix, gs_gps_lat, gs_gps_lon } = state;
  const quantities = useQuantities();
  const hasPosition = gs_gps_lat !== undefined && gs_gps_lon !== undefined;
  const metres = (value: number | undefined) => (value === undefined ? undefined : quantities.lengthText(value));
  return (
    <>
      <Fact
        name={words.gps}
        value={gs_gps_has_fix === undefined ? undefined : words.gpsFix[gs_gps_has_fix ? 'yes' : 'no']}
        isStale={isStale}
      />
      <Fact
        name={words.position}
        value={hasPosition ? words.positionText(gs_gps_lat, gs_gps_lon) : undefined}
        isStale={isStale}
      />
      <Fact name={words.elevation} value={metres(gs_gps_elevation)} isStale={isStale} />
      <Fact name={words.accuracy} value={metres(gs_gps_accuracy)} isStale={isStale} />
    </>
  );
}

/** Fields of a Rooftop Box are omitted without one. */
function RooftopFacts({ isStale, state }: FactsProps) {
  const { system: words } = useWords();
  const { rtb_external_safety_land_button_state: button, rtb_lids_state: lids, rtb_parking_brake_state: brake } = state;
  return (
    <>
      {lids !== undefined && <Fact name={words.lids} value={words.lidsStates[lids]} isStale={isStale} />}
      {brake !== undefined && <Fact name={words.brake} value={words.brakeStates[brake]} isStale={isStale} />}
      {button !== undefined && <Fact name={words.button} value={words.buttonStates[button]} isStale={isStale} />}
    </>
  );
}
