import { Panel } from '../kit/panel.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useScope } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { AddPlugin } from './add-plugin.tsx';
import { PluginCard } from './plugin-card.tsx';
import styles from './plugins-drawer.module.css';
import { RefusedRequests } from './refused-requests.tsx';
import { SessionList } from './session-list.tsx';
import { AdministrationContext, useAdministrationReadings } from './use-administration.ts';

/** API clients and their keys. */
export function PluginsDrawer() {
  const words = useWords();
  const mayAdminister = useScope('internal');
  if (!mayAdminister) return <p className="quiet">{words.plugins.forbidden}</p>;
  return <Administration />;
}

function Administration() {
  const words = useWords();
  const administration = useAdministrationReadings();
  const { plugins, trouble } = administration;
  return (
    <AdministrationContext value={administration}>
      <RefusedRequests />
      <Panel title={words.plugins.title}>
        <p className="quiet small">{words.plugins.lead}</p>
        <Trouble text={trouble} />
        <ul className={styles.list}>
          {plugins?.map((plugin) => (
            <PluginCard key={plugin.id} plugin={plugin} />
          ))}
        </ul>
        <AddPlugin />
      </Panel>
      <SessionList />
    </AdministrationContext>
  );
}
