import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { ALL_MASKS, type PrivacyMask } from '@kitestring/station-contract/station/privacy-mask.ts';
import { useState } from 'react';
import { ConfirmButton } from '../parts/confirm-command.tsx';
import { useListVersion, useReading } from '../station/use-reading.ts';
import styles from '../watch-links/watch-links.module.css';
import { useWords } from '../words/words-context.tsx';
import { useBurntInWords } from './burnt-in-words.ts';
import { MaskForm } from './mask-form.tsx';

/** Areas that no picture shows, for administrators. */
export function MasksPanel() {
  const { masks: texts } = useBurntInWords();
  const { streamNames } = useWords().video;
  const { again, trouble, value } = useReading(({ station }) => station.listPrivacyMasks(), {
    key: useListVersion('privacy_masks'),
  });
  const [isAdding, setIsAdding] = useState(false);
  const { masks = [], unreadable, withheld = [] } = value ?? {};
  const added = () => {
    setIsAdding(false);
    void again();
  };
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      <Trouble text={unreadable === undefined ? trouble : texts.unreadable} />
      {withheld.length > 0 && <Trouble text={texts.withheld(withheld.map((id) => streamNames[id] ?? id).join(', '))} />}
      {unreadable !== undefined && <Remove id={ALL_MASKS} name={texts.removeAll} onRemoved={again} />}
      {value !== undefined && unreadable === undefined && masks.length === 0 && <p className="quiet">{texts.none}</p>}
      <ul className="stack loose">
        {masks.map((mask, at) => (
          <MaskItem key={mask.mask_id} mask={mask} number={at + 1} onRemoved={again} />
        ))}
      </ul>
      {isAdding ? (
        <MaskForm onAdded={added} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button onPress={() => setIsAdding(true)}>{texts.open}</Button>
      )}
    </Panel>
  );
}

interface MaskItemProps {
  readonly mask: PrivacyMask;
  readonly number: number;
  readonly onRemoved: () => Promise<void>;
}

function MaskItem({ mask, number, onRemoved }: MaskItemProps) {
  const { masks: texts } = useBurntInWords();
  const { streamNames } = useWords().video;
  const { corners = [], holds, mask_id, name = texts.unnamed(number), places = [], stream_id } = mask;
  const where = stream_id === undefined ? '' : `: ${streamNames[stream_id] ?? stream_id}`;
  return (
    <li className={styles.link}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className="quiet small">
          {texts.facts(`${texts.holds[holds]}${where}`, Math.max(corners.length, places.length))}
        </p>
      </div>
      <Remove id={mask_id} name={name} onRemoved={onRemoved} />
    </li>
  );
}

interface RemoveProps {
  readonly id: string;
  readonly name: string;
  readonly onRemoved: () => Promise<void>;
}

function Remove({ id, name, onRemoved }: RemoveProps) {
  const { masks: texts } = useBurntInWords();
  const isAll = id === ALL_MASKS;
  return (
    <ConfirmButton
      label={isAll ? texts.removeAll : texts.remove}
      name={isAll ? texts.removeAll : texts.removeOf(name)}
      title={isAll ? texts.removeAll : texts.removing.title(name)}
      action={texts.remove}
      command={({ station }) => station.removePrivacyMask({ mask_id: id })}
      onDone={onRemoved}
    >
      <p>{texts.removing.text}</p>
    </ConfirmButton>
  );
}
