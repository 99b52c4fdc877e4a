import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { bytesText } from '@kitestring/console-ui/quantity-text.ts';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { VideoPush } from '@kitestring/station-contract/station/push.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { ConfirmButton } from '../parts/confirm-command.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useFormCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import styles from '../watch-links/watch-links.module.css';
import { push as en } from '../words/en/en-later.ts';
import { useWords } from '../words/words-context.tsx';

const READ_EVERY_MS = 2000;

const usePushWords = () => useWords().later?.push ?? en;

/** Streams that the station brings to relays, for users who may begin and end them. */
export function Pushes() {
  const texts = usePushWords();
  const { again, trouble, value } = useReading((client) => client.station.listPushes(), { everyMs: READ_EVERY_MS });
  const [isAdding, setIsAdding] = useState(false);
  const begun = () => {
    setIsAdding(false);
    void again();
  };
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      <Trouble text={trouble} />
      {value?.pushes.length === 0 && <p className="quiet">{texts.none}</p>}
      <ul className="stack loose">
        {value?.pushes.map((push) => (
          <PushItem key={push.stream_id} push={push} onEnded={again} />
        ))}
      </ul>
      {isAdding ? (
        <AddForm onBegun={begun} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button onPress={() => setIsAdding(true)}>{texts.open}</Button>
      )}
    </Panel>
  );
}

function PushItem({ onEnded, push }: { readonly push: VideoPush; readonly onEnded: () => Promise<void> }) {
  const texts = usePushWords();
  const { streamNames } = useWords().video;
  const timeText = useTimeText();
  const { number } = useQuantities();
  const { address, reason, retry_in_s, sent_bytes, since, skipped_pictures = 0, state, stream_id } = push;
  const name = streamNames[stream_id] ?? stream_id;
  const facts = [
    texts.states[state],
    texts.since(timeText(since) ?? ''),
    ...(retry_in_s === undefined ? [] : [texts.retry(retry_in_s)]),
    ...(sent_bytes === undefined ? [] : [texts.sent(bytesText(sent_bytes, number))]),
    ...(skipped_pictures === 0 ? [] : [texts.skipped(skipped_pictures)]),
  ];
  return (
    <li className={styles.link}>
      <div>
        <p className={styles.name}>{`${name}: ${address}`}</p>
        <p className="quiet small">{facts.join(' · ')}</p>
        <Trouble text={state === 'Live' ? undefined : reason} />
      </div>
      <ConfirmButton
        name={texts.endOf(name)}
        title={texts.ending.title(name)}
        action={texts.end}
        command={({ station }) => station.endPush({ stream_id })}
        onDone={onEnded}
      >
        <p>{texts.ending.text}</p>
      </ConfirmButton>
    </li>
  );
}

interface AddFormProps {
  readonly onBegun: () => void;
  readonly onCancel: () => void;
}

function AddForm({ onBegun, onCancel }: AddFormProps) {
  const texts = usePushWords();
  const { streamNames } = useWords().video;
  const { value: streams = [] } = useReading((client) => client.videostreams.listVideoStreams());
  const [chosen, setChosen] = useState<string>();
  const [address, setAddress] = useState('');
  const stream_id = chosen ?? streams[0]?.stream_id;
  const adding = useFormCommand(async ({ station }) => {
    await station.setPush({ stream_id: stream_id ?? '' }, { address: address.trim() });
    onBegun();
  });
  return (
    <CommandForm label={texts.open} command={adding} submit={texts.submit} onCancel={onCancel}>
      <Choice
        label={texts.stream}
        options={streams.map(({ stream_id: id }) => ({ id, name: streamNames[id] ?? id }))}
        value={stream_id}
        onChange={setChosen}
      />
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        value={address}
        onChange={setAddress}
        maxLength={2048}
        autoFocus
      />
    </CommandForm>
  );
}
