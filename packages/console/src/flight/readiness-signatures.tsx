import type { Readiness } from '@kitestring/contract/station/readiness.ts';
import { Button } from '@kitestring/kit/button.tsx';
import { Off, OffReason } from '@kitestring/kit/off.tsx';
import { TextField } from '@kitestring/kit/text-field.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { keptOperator, NAME_MAX } from '../handoff/operator.ts';
import { useTimeText } from '../kit/use-time.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useScope } from '../station/station-context.tsx';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './readiness-list.module.css';

const READ_EVERY_MS = 10_000;

/** Signatures of the list, and the field to sign it. The displayed revision is signed. */
export function ReadinessSignatures({ readiness }: { readonly readiness: Readiness }) {
  const { signature: texts } = useWords().flight;
  const timeText = useTimeText();
  const mayCommand = useScope('control');
  const why = useWhyNotText('sign');
  const { again, value } = useReading((client) => client.station.listSignatures(), { everyMs: READ_EVERY_MS });
  return (
    <div className={styles.signatures}>
      <ul className="stack">
        {value?.signatures.map(({ name, signed_at }) => (
          <li key={`${signed_at} ${name}`} className="small">
            {texts.signed(name, timeText(signed_at) ?? '')}
          </li>
        ))}
      </ul>
      {mayCommand && (
        <Off why={why}>
          <SignForm revision={readiness.revision} onSigned={again} />
          <OffReason />
        </Off>
      )}
    </div>
  );
}

interface SignFormProps {
  readonly revision: string;
  readonly onSigned: () => Promise<void>;
}

function SignForm({ onSigned, revision }: SignFormProps) {
  const { signature: texts } = useWords().flight;
  const [name, setName] = useState(() => keptOperator(localStorage).name);
  const [isMissing, setIsMissing] = useState(false);
  const signing = useCommand(async ({ station }) => {
    await station.signReadiness({ name: name.trim(), revision });
    await onSigned();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') void signing.send();
  };
  return (
    <Form className={styles.sign ?? ''} onSubmit={submit} validationBehavior="aria" aria-label={texts.title}>
      <TextField
        label={texts.name}
        value={name}
        onChange={setName}
        maxLength={NAME_MAX}
        trouble={isMissing ? texts.nameMissing : undefined}
      />
      <Button type="submit" isPending={signing.isBusy}>
        {texts.submit}
      </Button>
      <Trouble text={signing.trouble} />
    </Form>
  );
}
