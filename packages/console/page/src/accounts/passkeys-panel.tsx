import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { SignedInAccount } from '@kitestring/station-contract/station/account.ts';
import type { Passkey } from '@kitestring/station-contract/station/passkey.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { Row } from '../parts/listing.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useStation } from '../station/station-context.tsx';
import { useCommand, useFormCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useAccountWords } from './account-words.ts';
import { addPasskey, isCalledOff, whyNoPasskeys } from './passkey.ts';

const READ_EVERY_MS = 10_000;

/** One's own passkeys, or one line that says why there can be none. */
export function PasskeysPanel({ account }: { readonly account: SignedInAccount }) {
  const { passkeys: texts } = useAccountWords();
  const { again, trouble, value } = useReading((client) => client.station.listOwnPasskeys(), {
    everyMs: READ_EVERY_MS,
  });
  const whyNot = whyNoPasskeys();
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      <Trouble text={trouble} />
      <ul className="stack loose">
        {value?.passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={again} />
        ))}
      </ul>
      {whyNot === undefined ? <AddForm account={account} onAdded={again} /> : <p>{texts.whyNot[whyNot]}</p>}
    </Panel>
  );
}

function PasskeyItem({ onRemoved, passkey }: { readonly passkey: Passkey; readonly onRemoved: () => Promise<void> }) {
  const { passkeys: texts } = useAccountWords();
  const timeText = useTimeText();
  const { created_at, id, last_used_at, name } = passkey;
  const removal = useCommand(async ({ station }) => {
    await station.removePasskey({ id });
    await onRemoved();
  });
  const lastUsed = timeText(last_used_at);
  const facts = [
    texts.since(timeText(created_at) ?? ''),
    ...(lastUsed === undefined ? [] : [texts.lastUsed(lastUsed)]),
  ];
  return (
    <Row title={name} facts={facts} note={<Trouble text={removal.trouble} />}>
      <Button onPress={() => void removal.send()} isPending={removal.isBusy} aria-label={texts.removeOf(name)}>
        {texts.remove}
      </Button>
    </Row>
  );
}

function AddForm({ account, onAdded }: { readonly account: SignedInAccount; readonly onAdded: () => Promise<void> }) {
  const { passkeys: texts, password: passwordTexts } = useAccountWords();
  const { facts } = useStation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [isOff, setIsOff] = useState(false);
  const adding = useFormCommand(async (client) => {
    setIsOff(false);
    try {
      await addPasskey(client, { account, name, password, stationName: facts.stationName });
      setName('');
      setPassword('');
      await onAdded();
    } catch (error) {
      if (!isCalledOff(error)) throw error;
      setIsOff(true);
    }
  });
  return (
    <CommandForm
      label={texts.add}
      command={adding}
      submit={texts.add}
      look="plain"
      isOff={name.trim() === ''}
      trouble={isOff ? texts.calledOff : undefined}
    >
      <TextField label={texts.name} hint={texts.nameHint} value={name} onChange={setName} maxLength={100} />
      <TextField
        label={passwordTexts.current}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </CommandForm>
  );
}
