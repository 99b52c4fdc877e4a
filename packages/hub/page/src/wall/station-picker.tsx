import { Button } from '@kitestring/console-ui/button.tsx';
import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import { CloseButton } from '@kitestring/console-ui/close-button.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { ChevronIcon } from '@kitestring/console-ui/icons.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { useState } from 'react';
import { useFleet } from '../fleet-context.tsx';
import { useNumberText } from '../preferences/preferences.tsx';
import { FilterButtons } from '../shell/filter-buttons.tsx';
import { FILTERS, type Filter, filterCounts, listed } from '../stations/fleet-view.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './station-picker.module.css';
import { CHOSEN_MAX, type WallChoice, withChosen, withMoved } from './wall-choice.ts';

/** Stations in the list; the search finds more. */
const LISTED_MAX = 50;

interface StationPickerProps {
  readonly choice: WallChoice;
  readonly onChange: (change: (before: WallChoice) => WallChoice) => void;
  readonly onClose: () => void;
}

/** Selects stations for the video wall by search and filter, and orders them; changes take effect at once. */
export function StationPicker({ choice, onChange, onClose }: StationPickerProps) {
  const { list, wall } = useWords();
  const { stations } = useFleet();
  const number = useNumberText();
  const [filter, setFilter] = useState<Filter>('all');
  const [text, setText] = useState('');
  const members = stations.filter(({ state }) => state !== 'revoked');
  const found = listed(members, { filter, order: 'name', text });
  const chosen = new Set(choice.sids);
  const choose = (sids: readonly string[], isChosen: boolean) =>
    onChange((before) => withChosen(before, sids, isChosen));
  return (
    <DialogBox title={wall.choose} onClose={onClose}>
      <TextField label={list.search} value={text} onChange={setText} type="search" autoComplete="off" />
      <FilterButtons
        label={list.filter}
        ids={FILTERS}
        names={list.filters}
        counts={filterCounts(members)}
        value={filter}
        onChange={setFilter}
      />
      <div className="wrapping">
        <Button
          isDisabled={found.length === 0}
          onPress={() =>
            choose(
              found.map(({ sid }) => sid),
              true,
            )
          }
        >
          {wall.addAll(number(found.length))}
        </Button>
        <Button isDisabled={choice.sids.length === 0} onPress={() => choose(choice.sids, false)}>
          {wall.clear}
        </Button>
      </div>
      <ul className={styles.found} aria-label={list.title}>
        {found.slice(0, LISTED_MAX).map(({ name, sid }) => (
          <li key={sid}>
            <CheckBox isSelected={chosen.has(sid)} onChange={(isChosen) => choose([sid], isChosen)}>
              {name}
            </CheckBox>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet">{list.noneFits}</p>}
      {found.length > LISTED_MAX && <p className="quiet small">{wall.moreFound(number(found.length - LISTED_MAX))}</p>}
      {choice.sids.length >= CHOSEN_MAX && <p className="quiet small">{wall.chosenMost(CHOSEN_MAX)}</p>}
      <ChosenOrder choice={choice} onChange={onChange} />
    </DialogBox>
  );
}

/** The selected ones, in their order. */
function ChosenOrder({ choice, onChange }: Omit<StationPickerProps, 'onClose'>) {
  const { wall } = useWords();
  const { bySid } = useFleet();
  const shown = choice.sids.filter((sid) => bySid.has(sid));
  if (shown.length === 0) return null;
  const move = (sid: string, by: number) => onChange((before) => withMoved(before, sid, by));
  return (
    <section aria-labelledby="wall-order">
      <h3 id="wall-order">{wall.order}</h3>
      <ol className={styles.order}>
        {shown.map((sid) => {
          const name = bySid.get(sid)?.name ?? sid;
          return (
            <li key={sid} className={styles.chosen}>
              <span className={styles.name}>{name}</span>
              <Button look="ghost" isSquare aria-label={wall.forward(name)} onPress={() => move(sid, -1)}>
                <ChevronIcon isUp />
              </Button>
              <Button look="ghost" isSquare aria-label={wall.back(name)} onPress={() => move(sid, 1)}>
                <ChevronIcon />
              </Button>
              <CloseButton
                label={wall.remove(name)}
                onPress={() => onChange((before) => withChosen(before, [sid], false))}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
