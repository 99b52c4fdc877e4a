import { Choice } from '@kitestring/console-ui/choice.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import type { FleetKey } from '@kitestring/hub-contract/fleet/administration.ts';
import { addRole, listRoles, removeRole } from '@kitestring/hub-contract/fleet/group-operations.ts';
import { listFleetKeys } from '@kitestring/hub-contract/fleet/operations.ts';
import { erasePerson, exportPerson, listPersons } from '@kitestring/hub-contract/fleet/persons.ts';
import { useState } from 'react';
import { operationUrl } from '../api/call-hub.ts';
import { useHubAction } from '../api/use-hub-action.ts';
import { useHub } from '../fleet-context.tsx';
import { useTimestampText } from '../preferences/preferences.tsx';
import { useGroups } from '../stations/use-groups.ts';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';
import { Listing, Row } from './listing.tsx';
import { MakeDialog } from './make-dialog.tsx';
import { RemoveButton } from './remove-button.tsx';
import { type RoleChoice, RoleFields, roleBody, useRoleText } from './role-fields.tsx';
import { useTypedText } from './use-typed-text.ts';

const EVERY_MS = 15_000;

/** Roles of people by a claim of the provider, further roles of keys, and all people who have signed in. */
export function People() {
  return (
    <>
      <Roles />
      <Persons />
    </>
  );
}

const useKeys = () => useHubReading(listFleetKeys, { everyMs: EVERY_MS }).value?.keys ?? [];

function Roles() {
  const { remove, roles: texts } = useWords().administration;
  const { session } = useHub();
  const { groups = [] } = useGroups();
  const keys = useKeys();
  const { fault, refresh, value } = useHubReading(listRoles, { everyMs: EVERY_MS });
  const time = useTimestampText();
  const roleText = useRoleText(groups);
  return (
    <Listing
      texts={texts}
      items={value?.bindings}
      fault={fault}
      add={{ text: texts.add, dialog: (onClose) => <RoleDialog keys={keys} onMade={refresh} onClose={onClose} /> }}
    >
      {({ claim, created, group, id, key, role }) => {
        const whose = claim ?? texts.ofKey(keys.find((each) => each.id === key)?.name ?? key ?? '');
        return (
          <Row key={id} title={whose} facts={[roleText({ role, group }), texts.given(time(created))]}>
            <RemoveButton
              action={texts.take}
              name={`${texts.take}: ${whose}, ${roleText({ role, group })}`}
              title={texts.takeTitle(whose)}
              onRemove={() => session.call(removeRole, { params: { id } })}
              onDone={refresh}
            >
              {texts.takeText} {remove.final}
            </RemoveButton>
          </Row>
        );
      }}
    </Listing>
  );
}

interface RoleDialogProps {
  readonly keys: readonly FleetKey[];
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Instead of the id of a key: people with a claim. */
const BY_CLAIM = '';

function RoleDialog({ keys, onClose, onMade }: RoleDialogProps) {
  const { roles: texts } = useWords().administration;
  const { session } = useHub();
  const { groups = [] } = useGroups();
  const [key, setKey] = useState(BY_CLAIM);
  const [right, setRight] = useState<RoleChoice>({ role: 'viewer', group: undefined });
  const giving = useHubAction();
  const claim = useTypedText(giving, texts.claimMissing);
  const give = () => {
    if (key === BY_CLAIM && claim.text === '') return claim.markMissing();
    const whose = key === BY_CLAIM ? { claim: claim.text } : { key };
    void giving.run(() => session.call(addRole, { body: { ...whose, ...roleBody(right) } }), onMade, onClose);
  };
  return (
    <MakeDialog
      title={texts.add}
      action={giving}
      submit={texts.give}
      onSubmit={give}
      onClose={onClose}
      trouble={giving.trouble ?? (key === BY_CLAIM ? undefined : giving.atField)}
    >
      <Choice
        label={texts.whom}
        options={[
          { id: BY_CLAIM, name: texts.byClaim },
          ...keys.map(({ id, name }) => ({ id, name: texts.ofKey(name) })),
        ]}
        value={key}
        onChange={setKey}
      />
      {key === BY_CLAIM && <TextField {...claim.field} label={texts.claim} hint={texts.claimHint} maxLength={300} />}
      <RoleFields value={right} groups={groups} onChange={setRight} />
    </MakeDialog>
  );
}

function Persons() {
  const { persons: texts, remove } = useWords().administration;
  const { session } = useHub();
  const time = useTimestampText();
  const { fault, refresh, value } = useHubReading(listPersons, { everyMs: EVERY_MS });
  return (
    <Listing texts={texts} items={value?.persons} fault={fault}>
      {({ first, id, issuer, name, seen, subject }) => (
        <Row
          key={id}
          title={name}
          facts={[texts.seen(time(seen)), texts.first(time(first)), `${subject}, ${new URL(issuer).host}`]}
        >
          <a className={styles.tab} href={operationUrl(exportPerson, { params: { id } })} download={`${id}.json`}>
            {texts.export}
          </a>
          <RemoveButton
            action={texts.erase}
            name={`${texts.erase}: ${name}`}
            title={texts.eraseTitle(name)}
            onRemove={() => session.call(erasePerson, { params: { id } })}
            onDone={refresh}
          >
            {texts.eraseText} {remove.final}
          </RemoveButton>
        </Row>
      )}
    </Listing>
  );
}
