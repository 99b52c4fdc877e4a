import { Fact, FactList } from '../kit/fact-list.tsx';
import { BookIcon, ChartIcon } from '../kit/icons.tsx';
import { Panel } from '../kit/panel.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './system-drawer.module.css';
import { useSystemInfo } from './use-system-info.ts';

const ASK_EVERY_MS = 10_000;

/** Versions, health, and where there is more to read. */
export function SoftwarePanel() {
  const { software: words } = useWords().system;
  const { value: info } = useSystemInfo();
  const health = useReading((client) => client.health.getHealth(), { everyMs: ASK_EVERY_MS });
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
      <p className={styles.links}>
        <a href="/docs" target="_blank" rel="noreferrer">
          <BookIcon /> {words.reference}
        </a>
        <a href="/metrics" target="_blank" rel="noreferrer">
          <ChartIcon /> {words.metrics}
        </a>
      </p>
    </Panel>
  );
}
