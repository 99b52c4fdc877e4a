import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { copyText } from '@kitestring/console-ui/copy-text.ts';
import { Fact, FactList } from '@kitestring/console-ui/fact-list.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { positionText } from '@kitestring/console-ui/quantity-text.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import {
  NOTIFICATIONS,
  remoteIdNotification,
} from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import {
  DRONE_ID_ERROR_CODES,
  type DroneIdErrorCode,
  type SystemState,
} from '@kitestring/station-contract/system/system-state.ts';
import { useState, useSyncExternalStore } from 'react';
import { useNewTabInControl } from '../handoff/use-control.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { Figure } from '../parts/facts.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { newestFirst } from '../plugins/newest-first.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useScope, useStation } from '../station/station-context.tsx';
import { useReading } from '../station/use-reading.ts';
import { useTopic } from '../station/use-topic.ts';
import { tracesOf, traceText } from '../video/player-traces.ts';
import { useWords } from '../words/words-context.tsx';
import { PartsPanel, SoftwarePanel, useSystemInfo } from './parts-panel.tsx';
import styles from './system-drawer.module.css';

/** Log of the video connections, for network diagnosis. */
function VideoTracePanel() {
  const { videoTrace: words } = useWords().system;
  const store = tracesOf(useStation().link);
  const traces = useSyncExternalStore(store.subscribe, store.snapshot);
  const [isCopied, setCopied] = useState(false);
  if (traces.size === 0) return null;
  return (
    <Panel title={words.title}>
      <p className="quiet small">{words.lead}</p>
      <Button onPress={() => void copyText(traceText(traces)).then(setCopied)}>{words.copy}</Button>
      <p role="status" className="small">
        {isCopied && words.copied}
      </p>
    </Panel>
  );
}

/** Components of the system and their state. */
export function SystemDrawer() {
  return (
    <>
      <GroundPanel />
      <RemoteIdPanel />
      <PartsPanel />
      <SoftwarePanel />
      <VideoTracePanel />
      <OwnSessions />
    </>
  );
}

const ASK_EVERY_MS = 10_000;

/** Other sessions with the same key. */
function OwnSessions() {
  const { plugins, system } = useWords();
  const { open: texts } = plugins;
  const { sessions: words } = system;
  const timeText = useTimeText();
  const { pluginName, sessionId } = useStation().signedIn;
  const mayAdminister = useScope('internal');
  const newTab = useNewTabInControl();
  const { trouble, value } = useReading((client) => client.auth.listTokens(), { everyMs: ASK_EVERY_MS });
  const own = value?.filter(({ plugin_name }) => plugin_name === pluginName) ?? [];
  return (
    <Panel title={words.title}>
      <Trouble text={trouble} />
      <ul className="stack">
        {newestFirst(own).map(({ created_at, id, name, valid_until }) => (
          <li key={id}>
            <p>
              {name ?? texts.nameless}
              {id === sessionId && ` (${texts.own})`}
            </p>
            <p className="quiet small">
              {texts.since(timeText(created_at) ?? '')}
              {valid_until !== undefined && ` · ${texts.until(timeText(valid_until) ?? '')}`}
            </p>
          </li>
        ))}
      </ul>
      {mayAdminister && (
        <p className={styles.links}>
          <a href="#/plugins" {...newTab}>
            {words.all}
          </a>
        </p>
      )}
    </Panel>
  );
}

/** Remote ID transmission of this flight, and its errors. */
function RemoteIdPanel() {
  const { remoteId: words } = useWords().system;
  const { isStale, value } = useTopic('system/state');
  const { value: info } = useSystemInfo();
  const said = value?.drone_id;
  const rule = info?.drone_id?.regulatory_mode;
  const codes = DRONE_ID_ERROR_CODES.filter((code) => said?.error_codes.includes(code));
  return (
    <Panel title={words.title}>
      <FactList>
        <Fact name={words.rule} value={rule && words.rules[rule]} />
        <Fact name={words.serial} value={info?.drone_id?.serial} />
        <Fact name={words.status} value={said && words.statuses[said.status]} isStale={isStale} />
      </FactList>
      {codes.length > 0 && (
        <ul className={classNames('stack', styles.errors)}>
          {codes.map((code) => (
            <ErrorText key={code} code={code} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The station's own text, which is in a notification. */
function ErrorText({ code }: { readonly code: DroneIdErrorCode }) {
  const item = useNotifications().dictionary.get(remoteIdNotificationCode(code));
  return (
    <li>
      <p>{item?.message}</p>
      {item?.instructions !== undefined && <p className="small">{item.instructions}</p>}
      <p className="quiet small mono">{code}</p>
    </li>
  );
}

/** The notification that explains an error of Remote ID. */
const remoteIdNotificationCode = (error: DroneIdErrorCode): number => NOTIFICATIONS[remoteIdNotification(error)].code;

/** Power and everything on the ground. */
function GroundPanel() {
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
        value={hasPosition ? positionText(gs_gps_lat, gs_gps_lon) : undefined}
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
