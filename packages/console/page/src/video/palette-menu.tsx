import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';
import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { IconMenu } from './icon-menu.tsx';
import { PaletteIcon } from './stage-icons.tsx';

/** Selection of the thermal palette. */
export function PaletteMenu(props: {
  readonly streamId: string;
  readonly onChoose: (palette: ThermalColorPalette) => void;
}) {
  const words = useWords();
  const value = useTopicPart(`videostreams/${props.streamId}/state`, (state) => state.thermal_color_palette);
  const options = THERMAL_COLOR_PALETTES.map((id) => ({ id, name: words.video.palettes[id] }));
  return (
    <IconMenu
      label={words.video.palette}
      icon={<PaletteIcon />}
      options={options}
      value={value}
      onChoose={props.onChoose}
    />
  );
}
