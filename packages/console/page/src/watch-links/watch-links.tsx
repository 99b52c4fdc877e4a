import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { QrCode } from '@kitestring/console-ui/qr-code.tsx';
import { SecretField } from '@kitestring/console-ui/secret-field.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import {
  type IssuedWatchLink,
  WATCH_HOURS_MAX,
  type WatchLink,
} from '@kitestring/station-contract/station/watch-link.ts';
import { useState } from 'react';
import { LateDisplayPanel } from '../burnt-in/late-burnt-in.tsx';
import { CommandForm } from '../parts/command-form.tsx';
import { ConfirmButton } from '../parts/confirm-command.tsx';
import { Listing, Row } from '../parts/listing.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { Pushes } from '../pushes/pushes.tsx';
import { useScope } from '../station/station-context.tsx';
import { useFormCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { watchAddress } from './watch-address.ts';

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
  const [issued, setIssued] = useState<IssuedWatchLink>();
  const made = (link: IssuedWatchLink) => {
    setIssued(link);
    return again();
  };
  return (
    <>
      <Listing
        texts={texts}
        items={value?.links}
        trouble={trouble}
        add={{ text: texts.add.open, form: (close) => <AddForm onMade={made} onClose={close} /> }}
      >
        {(link) => <LinkItem key={link.id} link={link} onRevoked={again} />}
      </Listing>
      {issued !== undefined && <MadeDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </>
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
    <Row title={name} facts={facts}>
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
    </Row>
  );
}

/** Offered lifetimes, hours. */
const HOURS = [1, 4, 8, 24, WATCH_HOURS_MAX] as const;

interface AddFormProps {
  readonly onMade: (issued: IssuedWatchLink) => Promise<void>;
  readonly onClose: () => void;
}

function AddForm({ onClose, onMade }: AddFormProps) {
  const texts = useWords().watching.add;
  const [name, setName] = useState('');
  const [hours, setHours] = useState('8');
  const [isNameMissing, setIsNameMissing] = useState(false);
  const adding = useFormCommand(async ({ station }) => {
    const link = await station.addWatchLink({ name: name.trim(), hours: Number(hours) });
    onClose();
    await onMade(link);
  });
  const submit = () => {
    setIsNameMissing(name.trim() === '');
    if (name.trim() !== '') void adding.send();
  };
  return (
    <CommandForm label={texts.open} command={adding} onSubmit={submit} submit={texts.submit} onCancel={onClose}>
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
