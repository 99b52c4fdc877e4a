import { useWords } from '../words/words-context.tsx';
import { IconMenu } from './icon-menu.tsx';
import { SecondPictureIcon } from './stage-icons.tsx';
import { PICTURE_COUNTS, possibleCounts } from './stream-choice.ts';
import { useStage, useStreamName } from './use-stage.ts';

/** Selection of a second picture in the corner, or of several of one size. */
export function SecondPictureMenu() {
  const words = useWords();
  const nameOf = useStreamName();
  const { chooseCount, chooseInset, count, inset, main, streams = [] } = useStage();
  const others = streams.filter(({ stream_id }) => stream_id !== main?.stream_id);
  if (others.length === 0) return null;
  const { layouts } = words.video;
  const corners = others.map(({ stream_id }) => ({
    id: `corner ${stream_id}`,
    name: layouts.corner(nameOf(stream_id)),
    choose: () => chooseInset(stream_id),
  }));
  const several = PICTURE_COUNTS.filter((possible) => possible > 1 && possibleCounts(streams).includes(possible)).map(
    (possible) => ({ id: `${possible}`, name: layouts[possible], choose: () => chooseCount(possible) }),
  );
  const options = [{ id: '1', name: layouts[1], choose: () => chooseInset(undefined) }, ...corners, ...several];
  return (
    <IconMenu
      label={words.video.second}
      icon={<SecondPictureIcon />}
      options={options}
      value={inset === undefined ? `${count}` : `corner ${inset.stream_id}`}
      onChoose={(chosen) => options.find(({ id }) => id === chosen)?.choose()}
    />
  );
}
