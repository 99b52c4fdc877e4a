import { Button } from '@kitestring/console-ui/button.tsx';
import type { AltitudeBounds } from '@kitestring/station-contract/flight/altitude-limits.ts';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './altitude-control.module.css';
import type { AltitudeChoice } from './altitude-control.tsx';
import { altitudeFault, altitudeFaultText, choosableM, parseAltitudeM } from './altitude-limits.ts';
import { NumberEntry } from './number-entry.tsx';

/** In the displayed unit. */
const STEPS = { m: [-5, -1, 1, 5], ft: [-20, -5, 5, 20] } as const;

interface AltitudeEntryProps extends AltitudeChoice {
  readonly limits: AltitudeBounds;
  /** Command in progress. */
  readonly hint: string | undefined;
  readonly onEdit: () => void;
  readonly isStale: boolean;
}

/** The target as a number to type, with step buttons. */
export function AltitudeEntry({ draft, hint, isOpen, isStale, limits, onEdit, send, targetM }: AltitudeEntryProps) {
  const words = useWords();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const quantities = useQuantities();
  const unit = quantities.style.length;
  const converted = (m: number | undefined) =>
    m === undefined || unit === 'm' ? undefined : `= ${quantities.short(m, 1)} m`;
  const shownM = draft?.altitudeM ?? targetM;
  const isToSet = typed !== undefined || draft?.waitsForSet === true;
  const aside = typed === undefined ? (hint ?? converted(shownM)) : words.flight.notSent;
  const edit = (text: string | undefined) => {
    setTyped(text);
    setFault(undefined);
    onEdit();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined) {
      if (draft?.waitsForSet === true) void send(draft.altitudeM);
      return;
    }
    const altitudeM = parseAltitudeM(typed, unit);
    const broken = altitudeFault(altitudeM, limits);
    if (broken !== undefined || altitudeM === undefined) {
      return setFault(altitudeFaultText(broken ?? { kind: 'notANumber' }, words, quantities));
    }
    edit(undefined);
    void send(altitudeM);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && edit(undefined);
  return (
    <>
      <form onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <NumberEntry
          label={words.flight.target}
          aside={isStale ? words.permission.stale : aside}
          value={typed ?? (shownM === undefined ? '' : quantities.entered(shownM))}
          unit={unit}
          onChange={edit}
          isDisabled={!isOpen}
          isStale={isStale && typed === undefined}
          trouble={fault}
        >
          <Button type="submit" isDisabled={!isOpen || !isToSet}>
            {words.flight.set}
          </Button>
        </NumberEntry>
      </form>
      <StepButtons {...{ isOpen, limits, targetM, send }} />
    </>
  );
}

type StepButtonsProps = Pick<AltitudeEntryProps, 'isOpen' | 'limits' | 'targetM' | 'send'>;

function StepButtons({ isOpen, limits, send, targetM }: StepButtonsProps) {
  const words = useWords();
  const { lengthUnitM, style } = useQuantities();
  const { maxM, minM } = choosableM(limits);
  return (
    <div className={styles.steps}>
      {STEPS[style.length].map((by) => {
        const byM = by * lengthUnitM;
        const toM = Math.min(maxM, Math.max(minM, (targetM ?? 0) + byM));
        // At the end of the range a step has no effect, or leads back.
        const isUseless = targetM === undefined || Math.sign(toM - targetM) !== Math.sign(byM);
        return (
          <Button
            key={by}
            isSquare
            aria-label={words.flight.step(by, style.length)}
            isDisabled={!isOpen || isUseless}
            onPress={() => void send(toM)}
          >
            {by > 0 ? `+${by}` : `−${-by}`}
          </Button>
        );
      })}
    </div>
  );
}
