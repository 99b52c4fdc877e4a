import { Fact, FactList } from '@kitestring/console-ui/fact-list.tsx';
import { BookIcon, ChartIcon } from '@kitestring/console-ui/icons.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useStation } from '../station/station-context.tsx';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './system-drawer.module.css';

/** Names, models and boards. */
export function PartsPanel() {
  const { parts: words } = useWords().system;
  const quantities = useQuantities();
  const { trouble, value: info } = useSystemInfo();
  const { value: flight } = useReading((client) => client.flight.getFlightInfo());
  const hours = flight?.total_kite_flight_hours;
  return (
    <Panel title={words.title}>
      <Trouble text={trouble} />
      <FactList>
        <Fact name={words.model} value={info?.model} />
        <Fact name={words.installation} value={info && (words.installations[info.installation] ?? info.installation)} />
        <Fact name={words.station} value={info?.gs_name} />
        <Fact name={words.address} value={info?.gs_mac} />
        <Fact name={words.kite} value={info?.kite_name} />
        {info?.rtb_name !== undefined && <Fact name={words.rooftopBox} value={info.rtb_name} />}
        <Fact
          name={words.propellers}
          value={info?.propeller_model === undefined ? undefined : words.propellerModels[info.propeller_model]}
        />
        {info?.boards.map(({ board, id }) => (
          <Fact key={`${board} ${id}`} name={words.board(board)} value={id} />
        ))}
        <Fact name={words.timeZone} value={info && `${info.timezone} (${info.timezone_offset})`} />
        <Fact
          name={words.flightHours}
          value={hours === undefined ? undefined : words.hours(quantities.number(hours, 1))}
        />
      </FactList>
    </Panel>
  );
}

/** Names and boards change only when something is plugged in. */
const ASK_EVERY_MS = 30_000;

export const useSystemInfo = () => useReading((client) => client.system.getSystemInfo(), { everyMs: ASK_EVERY_MS });

const HEALTH_EVERY_MS = 10_000;

/** Versions, health, and links to documentation. */
export function SoftwarePanel() {
  const { shell, system } = useWords();
  const { software: words } = system;
  const { isAtHub } = useStation().facts;
  const { value: info } = useSystemInfo();
  const health = useReading((client) => client.health.getHealth(), { everyMs: HEALTH_EVERY_MS });
  const isWell = health.trouble === undefined && health.value !== undefined;
  return (
    <Panel title={words.title}>
      <FactList>
        <Fact name={words.version} value={info?.software_version} />
        <Fact name={words.channel} value={info?.software_channel} />
        <Fact name={words.api} value={health.value?.api_version} />
        <Fact name={words.health} value={isWell ? words.healthOk : undefined} />
      </FactList>
      <Trouble text={health.trouble} />
      {/* A hub does not forward them. */}
      {!isAtHub && (
        <p className={styles.links}>
          <a href="/docs" target="_blank" rel="noreferrer">
            <BookIcon /> {shell.reference}
          </a>
          <a href="/metrics" target="_blank" rel="noreferrer">
            <ChartIcon /> {words.metrics}
          </a>
        </p>
      )}
    </Panel>
  );
}
