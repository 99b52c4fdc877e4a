import { Button } from '@kitestring/console-ui/button.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { addGroup, removeGroup, renameGroup } from '@kitestring/hub-contract/fleet/group-operations.ts';
import type { StationGroup } from '@kitestring/hub-contract/fleet/groups.ts';
import { useState } from 'react';
import { useHubAction } from '../api/use-hub-action.ts';
import { useHub } from '../fleet-context.tsx';
import { useNumberText } from '../preferences/preferences.tsx';
import { mayCall } from '../session/rights.ts';
import { useGroups } from '../stations/use-groups.ts';
import { useWords } from '../words/words-context.tsx';
import { Listing, Row } from './listing.tsx';
import { MakeDialog } from './make-dialog.tsx';
import { RemoveButton } from './remove-button.tsx';
import { useTypedText } from './use-typed-text.ts';

/** Groups of stations, to which roles apply. */
export function Groups() {
  const { groups: texts, remove } = useWords().administration;
  const { session, signedIn } = useHub();
  const { fault, groups, refresh } = useGroups();
  const [editing, setEditing] = useState<StationGroup>();
  const number = useNumberText();
  const mayChange = mayCall(signedIn, addGroup);
  return (
    <>
      <Listing
        texts={texts}
        items={groups}
        fault={fault}
        {...(mayChange && {
          add: {
            text: texts.add,
            dialog: (onClose: () => void) => <GroupDialog group={undefined} onDone={refresh} onClose={onClose} />,
          },
        })}
      >
        {(group) => (
          <Row
            key={group.id}
            title={group.name}
            facts={[texts.count(group.stations.length, number(group.stations.length))]}
          >
            {mayChange && (
              <>
                <Button aria-label={`${texts.rename}: ${group.name}`} onPress={() => setEditing(group)}>
                  {texts.rename}
                </Button>
                <RemoveButton
                  action={texts.remove}
                  name={`${texts.remove}: ${group.name}`}
                  title={texts.removeTitle(group.name)}
                  onRemove={() => session.call(removeGroup, { params: { id: group.id } })}
                  onDone={refresh}
                >
                  {texts.removeText} {remove.final}
                </RemoveButton>
              </>
            )}
          </Row>
        )}
      </Listing>
      {editing !== undefined && <GroupDialog group={editing} onDone={refresh} onClose={() => setEditing(undefined)} />}
    </>
  );
}

interface GroupDialogProps {
  /** Undefined: a new one. */
  readonly group: StationGroup | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function GroupDialog({ group, onClose, onDone }: GroupDialogProps) {
  const { groups: texts, keys } = useWords().administration;
  const { session } = useHub();
  const saving = useHubAction();
  const name = useTypedText(saving, keys.nameMissing, group?.name);
  const save = () => {
    const body = { name: name.text };
    if (body.name === '') return name.markMissing();
    const send = (): Promise<unknown> =>
      group === undefined
        ? session.call(addGroup, { body })
        : session.call(renameGroup, { params: { id: group.id }, body });
    void saving.run(send, onDone, onClose);
  };
  return (
    <MakeDialog
      title={group === undefined ? texts.add : texts.renameTitle(group.name)}
      action={saving}
      submit={texts.save}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField {...name.field} label={texts.name} maxLength={100} autoFocus />
    </MakeDialog>
  );
}
