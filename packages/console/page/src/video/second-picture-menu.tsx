import { useWords } from '../words/words-context.tsx';
import { IconMenu } from './icon-menu.tsx';
import { SecondPictureIcon } from './stage-icons.tsx';
import { useStage, useStreamName } from './use-stage.ts';

const NONE = 'none';

/** Selection of the second picture. */
export function SecondPictureMenu() {
  const words = useWords();
  const nameOf = useStreamName();
  const { chooseInset, inset, main, streams = [] } = useStage();
  const others = streams.filter(({ stream_id }) => stream_id !== main?.stream_id);
  if (others.length === 0) return null;
  const options = others.map(({ stream_id: id }) => ({ id, name: nameOf(id) }));
  return (
    <IconMenu
      label={words.video.second}
      icon={<SecondPictureIcon />}
      options={[{ id: NONE, name: words.video.noSecond }, ...options]}
      value={inset?.stream_id ?? NONE}
      onChoose={(id) => chooseInset(id === NONE ? undefined : id)}
    />
  );
}
