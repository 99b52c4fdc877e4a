import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { SecretField } from '@kitestring/console-ui/secret-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { IssuedKey, Plugin } from '@kitestring/station-contract/admin/plugin.ts';
import { type ReactNode, useState } from 'react';
import { useTimeText } from '../parts/use-time.ts';
import { useFormCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { useAdministration } from './use-administration.ts';

interface KeyDialogProps {
  readonly issued: IssuedKey;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A key that is shown only once. A click outside does not close the dialog. */
export function KeyDialog({ children, issued, onClose }: KeyDialogProps) {
  const texts = useWords().plugins.key;
  return (
    <DialogBox title={texts.title(issued.plugin.name)} onClose={onClose} isKept>
      <SecretField label={texts.name} value={issued.key} texts={texts} />
      {children}
      <Button look="primary" size="large" onPress={onClose}>
        {texts.done}
      </Button>
    </DialogBox>
  );
}

/** Grace period of the old key, seconds; the station's setting when absent. */
const GRACES = { usual: undefined, hour: 3600, week: 7 * 86_400, now: 0 } as const;
type Grace = keyof typeof GRACES;

/** Creates a new key for a plugin, then shows it. */
export function RotateDialog({ onClose, plugin }: { readonly plugin: Plugin; readonly onClose: () => void }) {
  const words = useWords();
  const texts = words.plugins.rotate;
  const timeText = useTimeText();
  const { again } = useAdministration();
  const [grace, setGrace] = useState<Grace>('usual');
  const [issued, setIssued] = useState<IssuedKey>();
  const rotation = useFormCommand(async ({ admin }) => {
    const grace_s = GRACES[grace];
    setIssued(await admin.rotatePluginKey({ id: plugin.id }, grace_s === undefined ? {} : { grace_s }));
    await again();
  });
  if (issued !== undefined) {
    const until = timeText(issued.plugin.previous_key_valid_until);
    return (
      <KeyDialog issued={issued} onClose={onClose}>
        {until !== undefined && <p>{words.plugins.oldKeyUntil(until)}</p>}
      </KeyDialog>
    );
  }
  const graces = (Object.keys(GRACES) as Grace[]).map((id) => ({ id, name: texts.graces[id] }));
  return (
    <DialogBox title={words.plugins.newKeyOf(plugin.name)} onClose={onClose}>
      <p>{texts.lead}</p>
      <Choice label={texts.grace} options={graces} value={grace} onChange={setGrace} />
      <Trouble text={rotation.trouble} />
      <Button look="primary" size="large" isPending={rotation.isBusy} onPress={() => void rotation.send()}>
        {texts.submit}
      </Button>
    </DialogBox>
  );
}
