import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { MASK_HEIGHT_DEFAULT_M, MASK_NAME_MAX } from '@kitestring/station-contract/station/privacy-mask.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import { useEffect, useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { useCommand, useFormCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { useBurntInWords } from './burnt-in-words.ts';
import { cornerText, maskFault, type PictureCorner, readCorners } from './corner-text.ts';
import { DrawnArea } from './drawn-area.tsx';

type Holds = 'ground' | 'picture';

interface TakenPicture {
  readonly url: string;
  readonly state: VideoStreamState;
}

interface MaskFormProps {
  readonly onAdded: () => Promise<void>;
  readonly onClose: () => void;
}

/** An area to hide, drawn on a picture that was just taken. */
export function MaskForm({ onAdded, onClose }: MaskFormProps) {
  const { masks: texts } = useBurntInWords();
  const { streamNames } = useWords().video;
  const { value: streams = [] } = useReading((client) => client.videostreams.listVideoStreams());
  const [chosen, setChosen] = useState<string>();
  const [holds, setHolds] = useState<Holds>('ground');
  const [name, setName] = useState('');
  const [heightM, setHeightM] = useState(String(MASK_HEIGHT_DEFAULT_M));
  const [text, setText] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const stream_id = chosen ?? streams[0]?.stream_id ?? '';
  const { picture, take, taking } = usePicture(stream_id);
  const corners = readCorners(text);
  const adding = useFormCommand(async ({ station, videostreams }) => {
    if (holds === 'ground' && picture !== undefined) {
      const now = await videostreams.getVideoStreamState({ stream_id });
      if (hasMoved(picture.state, now)) {
        setTrouble(texts.turned);
        return;
      }
    }
    await station.addPrivacyMask({
      holds,
      stream_id,
      corners: [...(corners ?? [])],
      ...(name.trim() !== '' && { name }),
      ...(holds === 'ground' && { height_m: Number(heightM.replace(',', '.')) }),
    });
    onClose();
    await onAdded();
  });
  const submit = () => {
    const fault = maskFault(corners, holds === 'ground' ? heightM : '0');
    setTrouble(fault && texts[fault]);
    if (fault === undefined) void adding.send();
  };
  const drawn = drawnCorners(text);
  return (
    <CommandForm
      label={texts.open}
      command={adding}
      submit={texts.submit}
      onSubmit={submit}
      trouble={trouble ?? adding.trouble}
      onCancel={onClose}
    >
      <Choice
        label={texts.stream}
        options={streams.map(({ stream_id: id }) => ({ id, name: streamNames[id] ?? id }))}
        value={stream_id}
        onChange={setChosen}
      />
      <div className="wrapping">
        <Button onPress={() => void take.send()} isPending={taking}>
          {texts.take}
        </Button>
        <Button onPress={() => setText(cornerText(drawn.slice(0, -1)))} isDisabled={drawn.length === 0}>
          {texts.undo}
        </Button>
      </div>
      {picture !== undefined && (
        <DrawnArea
          url={picture.url}
          label={texts.picture}
          corners={drawn}
          onCorner={(corner) => setText(cornerText([...drawn, corner]))}
        />
      )}
      <TextField label={texts.corners} hint={texts.cornersHint} value={text} onChange={setText} maxLength={400} />
      <Choice
        label={texts.hold}
        options={(['ground', 'picture'] as const).map((id) => ({ id, name: texts.holds[id] }))}
        value={holds}
        onChange={setHolds}
      />
      {holds === 'ground' && (
        <TextField label={texts.height} value={heightM} onChange={setHeightM} inputMode="decimal" maxLength={6} />
      )}
      <TextField label={texts.name} value={name} onChange={setName} maxLength={MASK_NAME_MAX} />
    </CommandForm>
  );
}

/** While corners are typed, those that can be read. */
const drawnCorners = (text: string): readonly PictureCorner[] =>
  text
    .trim()
    .split(/[\s;]+/)
    .flatMap((part) => readCorners(`${part} 0,0 0,0`)?.slice(0, 1) ?? []);

/** Whether corners of the picture are elsewhere on the ground now. */
const hasMoved = (then: VideoStreamState, now: VideoStreamState): boolean =>
  (['pan_ned', 'tilt_ned', 'zoom_level'] as const).some((name) => Math.abs((then[name] ?? 0) - (now[name] ?? 0)) > 0.5);

/** The picture of a stream when it was last asked for, with its direction. */
function usePicture(stream_id: string) {
  const [picture, setPicture] = useState<TakenPicture>();
  const take = useCommand(async ({ videostreams }) => {
    const response = await videostreams.getSnapshot({ stream_id });
    const url = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'image/jpeg' }));
    setPicture({ url, state: await videostreams.getVideoStreamState({ stream_id }) });
  });
  const url = picture?.url;
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  const isOfStream = picture?.state.stream_id === stream_id;
  return { picture: isOfStream ? picture : undefined, take, taking: take.isBusy };
}
