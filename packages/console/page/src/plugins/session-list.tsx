import { Panel } from '@kitestring/console-ui/panel.tsx';
import type { PluginSession } from '@kitestring/station-contract/admin/plugin-session.ts';
import { ConfirmButton } from '../parts/confirm-command.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useWords } from '../words/words-context.tsx';
import { newestFirst } from './newest-first.ts';
import styles from './plugins-drawer.module.css';
import { useAdministration } from './use-administration.ts';

/** Valid tokens, with a button to revoke them. */
export function SessionList() {
  const words = useWords();
  const texts = words.plugins.open;
  const { sessions } = useAdministration();
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      <ul className="stack loose">
        {newestFirst(sessions ?? []).map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  );
}

function Session({ session }: { readonly session: PluginSession }) {
  const { open: texts } = useWords().plugins;
  const { ending } = texts;
  const timeText = useTimeText();
  const { again } = useAdministration();
  const { created_at, id, is_own, last_used_at, masked_token, name, plugin_name, valid_until } = session;
  const lastUsed = timeText(last_used_at);
  const title = `${plugin_name}, ${name ?? texts.nameless}`;
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.name}>
          {title}
          {is_own && <span className="quiet small"> ({texts.own})</span>}
        </p>
        <p className="quiet small">
          {texts.since(timeText(created_at) ?? '')} · {texts.until(timeText(valid_until) ?? '')}
          {lastUsed !== undefined && ` · ${texts.lastUsed(lastUsed)}`}
        </p>
        <p className="quiet small mono">{masked_token}</p>
      </div>
      <ConfirmButton
        label={texts.end}
        name={texts.endOf(title)}
        title={ending.title(title)}
        action={ending.action}
        command={({ admin }) => admin.revokeSession({ id })}
        onDone={again}
      >
        <p>{is_own ? ending.own : ending.text}</p>
      </ConfirmButton>
    </li>
  );
}
