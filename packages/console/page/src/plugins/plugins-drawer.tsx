import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { RefusedRequest } from '@kitestring/station-contract/admin/refused-request.ts';
import { useTimeText } from '../parts/use-time.ts';
import { useScope } from '../station/station-context.tsx';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { AddPlugin } from './add-plugin.tsx';
import { PluginCard } from './plugin-card.tsx';
import styles from './plugins-drawer.module.css';
import { SessionList } from './session-list.tsx';
import { AdministrationContext, useAdministration, useAdministrationReadings } from './use-administration.ts';

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
        <ul className="stack loose">
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

/** Disabled plugins that request access, with a button to enable them. */
function RefusedRequests() {
  const { requests } = useAdministration();
  return (
    <div role="status">
      {requests.map((request) => (
        <Hint key={`${request.plugin_id} ${request.address ?? ''}`} request={request} />
      ))}
    </div>
  );
}

function Hint({ request }: { readonly request: RefusedRequest }) {
  const { plugins: texts } = useWords();
  const timeText = useTimeText();
  const { again } = useAdministration();
  const { address, count, last_time, plugin_id, plugin_name } = request;
  const enabling = useCommand(async ({ admin }) => {
    await admin.enablePlugin({ id: plugin_id });
    await again();
  });
  return (
    <div className={styles.asks}>
      <div>
        <p>
          <strong>{texts.asks(plugin_name)}</strong>
        </p>
        <p className="quiet small">{texts.asksDetail(count, timeText(last_time) ?? '', address)}</p>
        <Trouble text={enabling.trouble} />
      </div>
      <Button isPending={enabling.isBusy} onPress={() => void enabling.send()} aria-label={texts.letInOf(plugin_name)}>
        {texts.letIn}
      </Button>
    </div>
  );
}
