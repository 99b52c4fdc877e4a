import type { RefusedRequest } from '@kitestring/contract/admin/refused-request.ts';
import { Button } from '../kit/button.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useTimeText } from '../kit/use-time-text.ts';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './plugins-drawer.module.css';
import { useAdministration } from './use-administration.ts';

/** Disabled plugins that ask for access, with the way to let them in. */
export function RefusedRequests() {
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
