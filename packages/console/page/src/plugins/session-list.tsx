import { Button } from '@kitestring/console-ui/button.tsx';
import { ConfirmDialog } from '@kitestring/console-ui/dialog-box.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import type { PluginSession } from '@kitestring/station-contract/admin/plugin-session.ts';
import { useState } from 'react';
import { useTimeText } from '../parts/use-time.ts';
import { useCommand } from '../station/use-command.ts';
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
  const timeText = useTimeText();
  const [isAsking, setIsAsking] = useState(false);
  const { created_at, is_own, last_used_at, masked_token, name, plugin_name, valid_until } = session;
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
      <Button onPress={() => setIsAsking(true)} aria-label={texts.endOf(title)}>
        {texts.end}
      </Button>
      {isAsking && <EndDialog session={session} title={title} onClose={() => setIsAsking(false)} />}
    </li>
  );
}

interface EndDialogProps {
  readonly session: PluginSession;
  readonly title: string;
  readonly onClose: () => void;
}

function EndDialog({ onClose, session, title }: EndDialogProps) {
  const { ending } = useWords().plugins.open;
  const { again } = useAdministration();
  const end = useCommand(async ({ admin }) => {
    await admin.revokeSession({ id: session.id });
    onClose();
    await again();
  });
  return (
    <ConfirmDialog
      title={ending.title(title)}
      action={ending.action}
      onConfirm={() => void end.send()}
      onClose={onClose}
      isBusy={end.isBusy}
      trouble={end.trouble}
    >
      <p>{session.is_own ? ending.own : ending.text}</p>
    </ConfirmDialog>
  );
}
