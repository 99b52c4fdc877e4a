import { Choice } from '@kitestring/console-ui/choice.tsx';
import { bytesText } from '@kitestring/console-ui/quantity-text.ts';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { VideoPush } from '@kitestring/station-contract/station/push.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { ConfirmButton } from '../parts/confirm-command.tsx';
import { Listing, Row } from '../parts/listing.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useFormCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { push as en } from '../words/en/en-later.ts';
import { useWords } from '../words/words-context.tsx';
import { pushReasonText } from './push-reason-text.ts';

const READ_EVERY_MS = 2000;

/** Also without a certificate, in the own network. */
const RELAY = /^(?:rtmps?|srt|https?):\/\/./i;

const usePushWords = () => useWords().later?.push ?? en;

/** Streams that the station brings to relays, for users who may begin and end them. */
export function Pushes() {
  const texts = usePushWords();
  const { again, trouble, value } = useReading((client) => client.station.listPushes(), { everyMs: READ_EVERY_MS });
  return (
    <Listing
      texts={texts}
      items={value?.pushes}
      trouble={trouble}
      add={{ text: texts.open, form: (close) => <AddForm onBegun={again} onClose={close} /> }}
    >
      {(push) => <PushItem key={push.stream_id} push={push} onEnded={again} />}
    </Listing>
  );
}

function PushItem({ onEnded, push }: { readonly push: VideoPush; readonly onEnded: () => Promise<void> }) {
  const texts = usePushWords();
  const { streamNames } = useWords().video;
  const timeText = useTimeText();
  const { number } = useQuantities();
  const { address, reason, retry_in_s, sent_bytes, since, skipped_pictures = 0, state, stream_id } = push;
  const name = streamNames[stream_id] ?? stream_id;
  const trouble = state === 'Live' || reason === undefined ? undefined : pushReasonText(reason, texts.reasons);
  const facts = [
    texts.states[state],
    texts.since(timeText(since) ?? ''),
    ...(retry_in_s === undefined ? [] : [texts.retry(retry_in_s)]),
    ...(sent_bytes === undefined ? [] : [texts.sent(bytesText(sent_bytes, number))]),
    ...(skipped_pictures === 0 ? [] : [texts.skipped(skipped_pictures)]),
  ];
  return (
    <Row title={`${name}: ${address}`} facts={facts} note={<Trouble text={trouble} />}>
      <ConfirmButton
        name={texts.endOf(name)}
        title={texts.ending.title(name)}
        action={texts.end}
        command={({ station }) => station.endPush({ stream_id })}
        onDone={onEnded}
      >
        <p>{texts.ending.text}</p>
      </ConfirmButton>
    </Row>
  );
}

interface AddFormProps {
  readonly onBegun: () => Promise<void>;
  readonly onClose: () => void;
}

function AddForm({ onBegun, onClose }: AddFormProps) {
  const texts = usePushWords();
  const { streamNames } = useWords().video;
  const { value: streams = [] } = useReading((client) => client.videostreams.listVideoStreams());
  const [chosen, setChosen] = useState<string>();
  const [address, setAddress] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const stream_id = chosen ?? streams[0]?.stream_id;
  const adding = useFormCommand(async ({ station }) => {
    await station.setPush({ stream_id: stream_id ?? '' }, { address: address.trim() });
    onClose();
    await onBegun();
  });
  const submit = () => {
    const isAddress = RELAY.test(address.trim());
    setIsWrong(!isAddress);
    if (isAddress) void adding.send();
  };
  return (
    <CommandForm
      label={texts.open}
      command={adding}
      submit={texts.submit}
      onSubmit={submit}
      trouble={isWrong ? texts.wrongAddress : adding.trouble}
      onCancel={onClose}
    >
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
        onChange={(text) => {
          setIsWrong(false);
          setAddress(text);
        }}
        maxLength={2048}
        autoFocus
      />
    </CommandForm>
  );
}
