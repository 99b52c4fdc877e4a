import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { ALL_MASKS, type PrivacyMask } from '@kitestring/station-contract/station/privacy-mask.ts';
import { ConfirmButton } from '../parts/confirm-command.tsx';
import { Listing, Row } from '../parts/listing.tsx';
import { useListVersion, useReading } from '../station/use-reading.ts';
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
  const { masks, unreadable, withheld = [] } = value ?? {};
  const isReadable = unreadable === undefined;
  const notes = (
    <>
      {withheld.length > 0 && <Trouble text={texts.withheld(withheld.map((id) => streamNames[id] ?? id).join(', '))} />}
      {!isReadable && <Remove id={ALL_MASKS} name={texts.removeAll} onRemoved={again} />}
    </>
  );
  return (
    <Listing
      texts={texts}
      items={isReadable ? masks : undefined}
      trouble={isReadable ? trouble : texts.unreadable}
      notes={notes}
      add={{ text: texts.open, form: (close) => <MaskForm onAdded={again} onClose={close} /> }}
    >
      {(mask, at) => <MaskItem key={mask.mask_id} mask={mask} number={at + 1} onRemoved={again} />}
    </Listing>
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
    <Row title={name} facts={[texts.facts(`${texts.holds[holds]}${where}`, Math.max(corners.length, places.length))]}>
      <Remove id={mask_id} name={name} onRemoved={onRemoved} />
    </Row>
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
