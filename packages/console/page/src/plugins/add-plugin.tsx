import { Button } from '@kitestring/console-ui/button.tsx';
import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import type { IssuedKey } from '@kitestring/station-contract/admin/plugin.ts';
import { SCOPES } from '@kitestring/station-contract/auth/scope.ts';
import { useId, useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { useFormCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { KeyDialog } from './key-dialog.tsx';
import {
  type DraftFault,
  draftFault,
  NEW_DRAFT,
  type NewPluginDraft,
  newPlugin,
  withScope,
} from './new-plugin-draft.ts';
import styles from './plugins-drawer.module.css';
import { useAdministration } from './use-administration.ts';

/** Registers a client, then shows its key. */
export function AddPlugin() {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const [issued, setIssued] = useState<IssuedKey>();
  const added = (key: IssuedKey) => {
    setIssued(key);
    setIsOpen(false);
  };
  return (
    <>
      {!isOpen && <Button onPress={() => setIsOpen(true)}>{words.plugins.add.open}</Button>}
      {isOpen && <AddForm onAdded={added} onCancel={() => setIsOpen(false)} />}
      {issued !== undefined && <KeyDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  );
}

interface AddFormProps {
  readonly onAdded: (issued: IssuedKey) => void;
  readonly onCancel: () => void;
}

function AddForm({ onAdded, onCancel }: AddFormProps) {
  const texts = useWords().plugins.add;
  const { again } = useAdministration();
  const [draft, setDraft] = useState(NEW_DRAFT);
  const [fault, setFault] = useState<DraftFault>();
  const adding = useFormCommand(async ({ admin }) => {
    onAdded(await admin.addPlugin(newPlugin(draft)));
    await again();
  });
  const submit = () => {
    const found = draftFault(draft);
    setFault(found);
    if (found === undefined) void adding.send();
  };
  return (
    <CommandForm
      label={texts.open}
      className={styles.form}
      command={adding}
      onSubmit={submit}
      submit={texts.submit}
      trouble={fault === 'scopeMissing' ? texts.scopeMissing : undefined}
      onCancel={onCancel}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        maxLength={100}
        autoFocus
        trouble={fault === 'nameMissing' ? texts.nameMissing : undefined}
      />
      <Scopes draft={draft} onChange={setDraft} />
    </CommandForm>
  );
}

interface ScopesProps {
  readonly draft: NewPluginDraft;
  readonly onChange: (draft: NewPluginDraft) => void;
}

function Scopes({ draft, onChange }: ScopesProps) {
  const words = useWords();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as the rest
    <div role="group" aria-labelledby={id}>
      <p id={id} className="strong">
        {words.plugins.add.scopes}
      </p>
      {SCOPES.map((scope) => (
        <CheckBox
          key={scope}
          isSelected={draft.scopes.includes(scope)}
          onChange={(isWanted) => onChange(withScope(draft, scope, isWanted))}
          hint={words.plugins.scopes[scope]}
        >
          <code>{scope}</code>
        </CheckBox>
      ))}
    </div>
  );
}
