import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { addFleetKey, listFleetKeys, removeFleetKey } from '@kitestring/hub-contract/fleet/operations.ts';
import { useState } from 'react';
import { useHubAction } from '../api/use-hub-action.ts';
import { useHub } from '../fleet-context.tsx';
import { useTimestampText } from '../preferences/preferences.tsx';
import { useGroups } from '../stations/use-groups.ts';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { Listing, Row } from './listing.tsx';
import { MadeSecret } from './made-secret.tsx';
import { MakeDialog } from './make-dialog.tsx';
import { RemoveButton } from './remove-button.tsx';
import { type RoleChoice, RoleFields, roleBody, useRoleText } from './role-fields.tsx';
import { useTypedText } from './use-typed-text.ts';

/** API keys of programs and places. */
export function Keys() {
  const { keys: texts, remove } = useWords().administration;
  const { session, signedIn } = useHub();
  const { groups = [] } = useGroups();
  const { fault, refresh, value } = useHubReading(listFleetKeys, { everyMs: 15_000 });
  const time = useTimestampText();
  const roleText = useRoleText(groups);
  return (
    <Listing
      texts={texts}
      items={value?.keys}
      fault={fault}
      add={{ text: texts.add, dialog: (onClose) => <KeyDialog onMade={refresh} onClose={onClose} /> }}
    >
      {({ created, group, id, name, role }) => {
        const isAlone = value?.keys.every((other) => other.id === id || other.name !== name);
        const label = isAlone ? name : `${name} (${id})`;
        return (
          <Row
            key={id}
            title={name}
            {...(id === signedIn.id && { badge: { text: texts.own, tone: 'good' as const } })}
            facts={[roleText({ role, group }), texts.made(time(created)), id]}
          >
            <RemoveButton
              action={texts.revoke}
              name={`${texts.revoke}: ${label}`}
              title={texts.revokeTitle(label)}
              onRemove={() => session.call(removeFleetKey, { params: { id } })}
              onDone={refresh}
            >
              {id === signedIn.id ? texts.revokeOwn : texts.revokeText} {remove.final}
            </RemoveButton>
          </Row>
        );
      }}
    </Listing>
  );
}

function KeyDialog({ onClose, onMade }: { readonly onMade: () => void; readonly onClose: () => void }) {
  const { keys: texts } = useWords().administration;
  const { session } = useHub();
  const { groups = [] } = useGroups();
  const [right, setRight] = useState<RoleChoice>({ role: 'viewer', group: undefined });
  const [made, setMade] = useState<string>();
  const making = useHubAction();
  const name = useTypedText(making, texts.nameMissing);
  const make = () => {
    if (name.text === '') return name.markMissing();
    void making.run(async () => {
      const body = { name: name.text, ...roleBody(right) };
      const { secret } = await session.call(addFleetKey, { body });
      setMade(secret);
      onMade();
    });
  };
  if (made !== undefined) {
    return <MadeSecret title={texts.madeTitle(name.text)} label={texts.secret} value={made} onClose={onClose} />;
  }
  return (
    <MakeDialog title={texts.add} action={making} submit={texts.make} onSubmit={make} onClose={onClose}>
      <TextField {...name.field} label={texts.name} hint={texts.nameHint} maxLength={100} autoFocus />
      <RoleFields value={right} groups={groups} onChange={setRight} />
    </MakeDialog>
  );
}
