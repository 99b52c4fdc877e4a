import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { QrCode } from '@kitestring/console-ui/qr-code.tsx';
import { SecretField } from '@kitestring/console-ui/secret-field.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import {
  type IssuedWatchLink,
  WATCH_HOURS_MAX,
  type WatchLink,
} from '@kitestring/station-contract/station/watch-link.ts';
import { useState } from 'react';
import { LateDisplayPanel } from '../burnt-in/late-burnt-in.tsx';
import { CommandForm } from '../parts/command-form.tsx';
import { ConfirmButton } from '../parts/confirm-command.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { Pushes } from '../pushes/pushes.tsx';
import { useScope } from '../station/station-context.tsx';
import { useFormCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { watchAddress } from './watch-address.ts';
import styles from './watch-links.module.css';

const READ_EVERY_MS = 5000;

/** Pictures for others: watch links, and pushes to relays; for users who may create them. */
export function WatchLinks() {
  const mayCommand = useScope('control');
  const mayAdminister = useScope('internal');
  if (!mayCommand && !mayAdminister) return null;
  return (
    <>
      <Links />
      <Pushes />
      {mayCommand && <LateDisplayPanel />}
    </>
  );
}

function Links() {
  const { watching: texts } = useWords();
  const { again, trouble, value } = useReading((client) => client.station.listWatchLinks(), { everyMs: READ_EVERY_MS });
  const [isAdding, setIsAdding] = useState(false);
  const [issued, setIssued] = useState<IssuedWatchLink>();
  const made = (link: IssuedWatchLink) => {
    setIssued(link);
    setIsAdding(false);
    void again();
  };
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      <Trouble text={trouble} />
      {value?.links.length === 0 && <p className="quiet">{texts.none}</p>}
      <ul className="stack loose">
        {value?.links.map((link) => (
          <LinkItem key={link.id} link={link} onRevoked={again} />
        ))}
      </ul>
      {isAdding ? (
        <AddForm onMade={made} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button onPress={() => setIsAdding(true)}>{texts.add.open}</Button>
      )}
      {issued !== undefined && <MadeDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </Panel>
  );
}

function LinkItem({ link, onRevoked }: { readonly link: WatchLink; readonly onRevoked: () => Promise<void> }) {
  const { watching: texts } = useWords();
  const timeText = useTimeText();
  const { id, last_opened_at, made_by, name, screens, state, valid_until } = link;
  const opened = timeText(last_opened_at);
  const facts = [
    texts.states[state],
    texts.until(timeText(valid_until) ?? ''),
    texts.madeBy(made_by),
    opened === undefined ? texts.neverOpened : texts.lastOpened(opened),
    ...(state === 'Valid' ? [texts.screens(screens)] : []),
  ];
  return (
    <li className={styles.link}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className="quiet small">{facts.join(' · ')}</p>
      </div>
      {state === 'Valid' && (
        <ConfirmButton
          name={texts.revokeOf(name)}
          title={texts.revoking.title(name)}
          action={texts.revoke}
          command={({ station }) => station.revokeWatchLink({ id })}
          onDone={onRevoked}
        >
          <p>{texts.revoking.text}</p>
        </ConfirmButton>
      )}
    </li>
  );
}

/** Offered lifetimes, hours. */
const HOURS = [1, 4, 8, 24, WATCH_HOURS_MAX] as const;

interface AddFormProps {
  readonly onMade: (issued: IssuedWatchLink) => void;
  readonly onCancel: () => void;
}

function AddForm({ onCancel, onMade }: AddFormProps) {
  const texts = useWords().watching.add;
  const [name, setName] = useState('');
  const [hours, setHours] = useState('8');
  const [isNameMissing, setIsNameMissing] = useState(false);
  const adding = useFormCommand(async ({ station }) => {
    onMade(await station.addWatchLink({ name: name.trim(), hours: Number(hours) }));
  });
  const submit = () => {
    setIsNameMissing(name.trim() === '');
    if (name.trim() !== '') void adding.send();
  };
  return (
    <CommandForm label={texts.open} command={adding} onSubmit={submit} submit={texts.submit} onCancel={onCancel}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
        trouble={isNameMissing ? texts.nameMissing : undefined}
      />
      <Choice
        label={texts.hours}
        options={HOURS.map((value) => ({ id: String(value), name: texts.hoursOf(value) }))}
        value={hours}
        onChange={setHours}
      />
    </CommandForm>
  );
}

/** The address is shown only once. A click outside does not close the dialog. */
function MadeDialog({ issued, onClose }: { readonly issued: IssuedWatchLink; readonly onClose: () => void }) {
  const texts = useWords().watching.made;
  const address = watchAddress(location.origin, issued.secret);
  return (
    <DialogBox title={texts.title(issued.link.name)} onClose={onClose} isKept>
      <SecretField label={texts.address} value={address} texts={texts}>
        <QrCode label={texts.code} text={address} />
      </SecretField>
      <Button look="primary" size="large" onPress={onClose}>
        {texts.done}
      </Button>
    </DialogBox>
  );
}
