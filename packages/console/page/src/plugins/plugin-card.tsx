import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Switch } from '@kitestring/console-ui/switch.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { Plugin, PluginState } from '@kitestring/station-contract/admin/plugin.ts';
import { type ReactNode, useState } from 'react';
import { ConfirmCommand } from '../parts/confirm-command.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { RotateDialog } from './key-dialog.tsx';
import styles from './plugins-drawer.module.css';
import { useAdministration } from './use-administration.ts';

type Question = 'rotate' | 'remove' | 'disable';

/** One plugin: its state, its self-description and its actions. */
export function PluginCard({ plugin }: { readonly plugin: Plugin }) {
  const words = useWords();
  const [question, setQuestion] = useState<Question>();
  const { again } = useAdministration();
  const enabling = useCommand(async ({ admin }, isOn: boolean) => {
    await (isOn ? admin.enablePlugin({ id }) : admin.disablePlugin({ id }));
    await again();
  });
  const close = () => setQuestion(undefined);
  const { enabled, id, is_own, name, self_status_text, state } = plugin;
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.name}>
          {name}
          {is_own && <span className="quiet small"> ({words.plugins.own})</span>}
        </h3>
        <PluginStateMark state={state} />
      </header>
      {self_status_text !== '' && <p className="wraps">{self_status_text}</p>}
      <Facts plugin={plugin} />
      <div className={styles.actions}>
        <Switch
          isSelected={enabled}
          onChange={(isOn) => (isOn || !is_own ? void enabling.send(isOn) : setQuestion('disable'))}
          name={words.plugins.enabledOf(name)}
        >
          {words.plugins.enabled}
        </Switch>
        <Button onPress={() => setQuestion('rotate')} aria-label={words.plugins.newKeyOf(name)}>
          {words.plugins.newKey}
        </Button>
        <Button onPress={() => setQuestion('remove')} aria-label={words.plugins.removeOf(name)}>
          {words.plugins.remove}
        </Button>
      </div>
      <Trouble text={enabling.trouble} />
      {question === 'rotate' && <RotateDialog plugin={plugin} onClose={close} />}
      {question === 'remove' && <RemoveDialog plugin={plugin} onClose={close} />}
      {question === 'disable' && <DisableDialog plugin={plugin} onClose={close} />}
    </li>
  );
}

function Facts({ plugin }: { readonly plugin: Plugin }) {
  const { plugins: texts } = useWords();
  const timeText = useTimeText();
  const { last_used_at, previous_key_valid_until, scopes, sessions } = plugin;
  const lastUsed = timeText(last_used_at);
  const oldUntil = timeText(previous_key_valid_until);
  return (
    <div className={styles.facts}>
      <ul className={styles.scopes}>
        {scopes.map((scope) => (
          <li key={scope} title={texts.scopes[scope]}>
            {scope}
          </li>
        ))}
      </ul>
      <p className="quiet small">
        {texts.sessions(sessions)} · {lastUsed === undefined ? texts.neverUsed : texts.lastUsed(lastUsed)}
      </p>
      {oldUntil !== undefined && <p className="quiet small">{texts.oldKeyUntil(oldUntil)}</p>}
    </div>
  );
}

interface DialogProps {
  readonly plugin: Plugin;
  readonly onClose: () => void;
}

function RemoveDialog({ onClose, plugin }: DialogProps) {
  const { remove, removal } = useWords().plugins;
  const { again } = useAdministration();
  return (
    <ConfirmCommand
      title={removal.title(plugin.name)}
      action={remove}
      command={({ admin }) => admin.removePlugin({ id: plugin.id })}
      onClose={onClose}
      onDone={again}
    >
      <p>{removal.text}</p>
      {plugin.is_own && <p>{removal.own}</p>}
    </ConfirmCommand>
  );
}

/** Confirmation for the console's own plugin only: the action signs the user out. */
function DisableDialog({ onClose, plugin }: DialogProps) {
  const { disabling, removal } = useWords().plugins;
  const { again } = useAdministration();
  return (
    <ConfirmCommand
      title={disabling.title(plugin.name)}
      action={disabling.action}
      command={({ admin }) => admin.disablePlugin({ id: plugin.id })}
      onClose={onClose}
      onDone={again}
    >
      <p>{removal.own}</p>
    </ConfirmCommand>
  );
}

const SHAPES: Readonly<Record<PluginState, ReactNode>> = {
  Disabled: <path d="M5 5l14 14M12 3a9 9 0 1 0 .01 0" />,
  Enabled: <path d="M12 3a9 9 0 1 0 .01 0" />,
  Active: <path d="M12 3a9 9 0 1 0 .01 0M8 12l3 3.500 5.500-7" />,
  Connected: <path d="M12 3a9 9 0 1 0 .01 0M8 12l3 3.500 5.500-7" />,
  Warning: <path d="M12 3.500 2.300 20.500h19.400ZM12 10v5M12 17.800v.2" />,
  Error: <path d="M8 3h8l5 5v8l-5 5H8l-5-5V8ZM8.500 8.500l7 7M15.500 8.500l-7 7" />,
};

/** State of a plugin, by shape, word and colour. */
function PluginStateMark({ state }: { readonly state: PluginState }) {
  const words = useWords();
  return (
    <span className={classNames(styles.state, styles[state])}>
      <svg aria-hidden="true" width="18" height="18" viewBox="0 0 24 24">
        {SHAPES[state]}
      </svg>
      {words.plugins.state[state]}
    </span>
  );
}
