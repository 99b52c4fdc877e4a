import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import {
  DISPLAY_TEXT_MAX,
  type DisplayBlock,
  type DisplayLineName,
  type PictureDisplay,
} from '@kitestring/station-contract/station/picture-display.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { useFormCommand } from '../station/use-command.ts';
import { useListVersion, useReading } from '../station/use-reading.ts';
import { useBurntInWords } from './burnt-in-words.ts';

/** Lines of the form; date and clock alone are for cameras of other programs. */
const LINES = ['time_utc', 'time_local', 'position', 'altitude', 'direction', 'zoom', 'incident', 'text'] as const;
const CORNERS = ['top_left', 'top_right', 'bottom_left', 'bottom_right'] as const;
const SIZES = ['small', 'medium', 'large'] as const;
const FIRST: DisplayBlock = { corner: 'top_left', size: 'small', lines: [] };

/** The on-screen display of the pictures. */
export function DisplayPanel() {
  const { display: texts } = useBurntInWords();
  const { again, trouble, value } = useReading(({ station }) => station.getPictureDisplay(), {
    key: useListVersion('display'),
  });
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      <Trouble text={trouble} />
      {value !== undefined && <DisplayForm key={JSON.stringify(value)} display={value} onSaved={again} />}
    </Panel>
  );
}

interface DisplayFormProps {
  readonly display: PictureDisplay;
  readonly onSaved: () => Promise<void>;
}

function DisplayForm({ display: { blocks }, onSaved }: DisplayFormProps) {
  const { display: texts } = useBurntInWords();
  const [block, setBlock] = useState<DisplayBlock>(blocks[0] ?? FIRST);
  const { corner, lines, size, text = '' } = block;
  const saving = useFormCommand(async ({ station }) => {
    const chosen = { corner, size, lines, ...(lines.includes('text') && { text }) };
    await station.setPictureDisplay({ blocks: lines.length === 0 ? [] : [chosen] });
    await onSaved();
  });
  const choose = (name: DisplayLineName, isChosen: boolean) =>
    setBlock({ ...block, lines: LINES.filter((line) => (line === name ? isChosen : lines.includes(line))) });
  return (
    <CommandForm label={texts.title} command={saving} submit={texts.save}>
      {blocks.length > 1 && <p className="quiet">{texts.several(blocks.length)}</p>}
      {LINES.map((name) => (
        <CheckBox key={name} isSelected={lines.includes(name)} onChange={(isChosen) => choose(name, isChosen)}>
          {texts.lines[name]}
        </CheckBox>
      ))}
      {lines.includes('text') && (
        <TextField
          label={texts.text}
          value={text}
          onChange={(now) => setBlock({ ...block, text: now })}
          maxLength={DISPLAY_TEXT_MAX}
        />
      )}
      <Choice
        label={texts.corner}
        options={CORNERS.map((id) => ({ id, name: texts.corners[id] }))}
        value={corner}
        onChange={(id) => setBlock({ ...block, corner: id })}
      />
      <Choice
        label={texts.size}
        options={SIZES.map((id) => ({ id, name: texts.sizes[id] }))}
        value={size}
        onChange={(id) => setBlock({ ...block, size: id })}
      />
    </CommandForm>
  );
}
