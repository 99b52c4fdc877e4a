import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import type { PreflightState } from '@kitestring/station-contract/station/preflight-checks.ts';
import type { Readiness, ReadinessCheck } from '@kitestring/station-contract/station/readiness.ts';
import { useState } from 'react';
import { keptOperator, NAME_MAX } from '../handoff/operator.ts';
import { CommandForm } from '../parts/command-form.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import type { Quantities } from '../quantities/quantities.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { LateChecklist } from '../shell/late-drawers.tsx';
import { useIsStale, useScope } from '../station/station-context.tsx';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import type { StationTranslator } from '../words/station-texts.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './readiness-list.module.css';
import { useReadiness } from './use-readiness.ts';

const READ_EVERY_MS = 10_000;

/** Signatures of the list, and the field to sign it. The displayed revision is signed. */
function ReadinessSignatures({ readiness }: { readonly readiness: Readiness }) {
  const { signature: texts } = useWords().flight;
  const timeText = useTimeText();
  const mayCommand = useScope('control');
  const why = useWhyNotText('sign');
  const { again, value } = useReading((client) => client.station.listSignatures(), { everyMs: READ_EVERY_MS });
  return (
    <div className={styles.signatures}>
      <ul className="stack">
        {value?.signatures.map(({ name, signed_at }) => (
          <li key={`${signed_at} ${name}`} className="small">
            {texts.signed(name, timeText(signed_at) ?? '')}
          </li>
        ))}
      </ul>
      {mayCommand && (
        <Off why={why}>
          <SignForm revision={readiness.revision} onSigned={again} />
          <OffReason />
        </Off>
      )}
    </div>
  );
}

function SignForm({ onSigned, revision }: { readonly revision: string; readonly onSigned: () => Promise<void> }) {
  const { signature: texts } = useWords().flight;
  const [name, setName] = useState(() => keptOperator(localStorage).name);
  const [isMissing, setIsMissing] = useState(false);
  const signing = useCommand(async ({ station }) => {
    await station.signReadiness({ name: name.trim(), revision });
    await onSigned();
  });
  const submit = () => {
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') void signing.send();
  };
  return (
    <CommandForm
      label={texts.title}
      className={styles.sign}
      command={signing}
      onSubmit={submit}
      submit={texts.submit}
      look="plain"
    >
      <TextField
        label={texts.name}
        value={name}
        onChange={setName}
        maxLength={NAME_MAX}
        trouble={isMissing ? texts.nameMissing : undefined}
      />
    </CommandForm>
  );
}

/** Preflight checks: refusing ones are always visible, all of them on demand. Hidden in the air. */
export function ReadinessList() {
  const { readiness: words } = useWords().flight;
  const isStale = useIsStale();
  const [isOpen, setIsOpen] = useState(false);
  const readiness = useReadiness();
  if (readiness === undefined) return null;
  const { checks } = readiness;
  const refusing = checks.filter(({ state }) => state === 'refuses');
  const unknown = checks.filter(({ state }) => state === 'unknown').length;
  const passed = checks.length - refusing.length - unknown;
  return (
    <section className={styles.readiness} aria-label={words.title} data-stale={isStale || undefined}>
      {refusing.length > 0 && <Checks checks={refusing} isStale={isStale} hasReasons />}
      <details className={styles.all} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{words.summary(passed, refusing.length, unknown)}</summary>
        <Checks checks={checks} isStale={isStale} />
        {isOpen && <ReadinessSignatures readiness={readiness} />}
      </details>
      <LateChecklist />
    </section>
  );
}

const reasonText = ({ code, message }: ReadinessCheck, translator: StationTranslator | undefined) =>
  code === undefined || message === undefined ? message : (translator?.refusal({ code, message }) ?? message);

function figureText(
  { max, min, unit, value }: ReadinessCheck,
  figure: (value: string, min?: string, max?: string) => string,
  quantities: Quantities,
): string {
  if (unit === undefined) return '';
  const shown = (limit: number | undefined) => (limit === undefined ? undefined : quantities.ofUnit(limit, unit).text);
  const unitShown = quantities.ofUnit(0, unit).unit;
  return figure(`${shown(value) ?? '—'} ${unitShown}`, shown(min), shown(max));
}

interface ChecksProps {
  readonly checks: readonly ReadinessCheck[];
  readonly isStale: boolean;
  /** With the station's text for what is wrong. */
  readonly hasReasons?: boolean;
}

function Checks({ checks, hasReasons = false, isStale }: ChecksProps) {
  const quantities = useQuantities();
  const { flight, translator } = useWords();
  const { readiness: words } = flight;
  return (
    <ul className={classNames(styles.checks, isStale && styles.stale)}>
      {checks.map((one) => (
        <li key={one.check} className={styles[one.state]} data-check={one.check}>
          <Mark state={one.state} />
          <span className={styles.name}>{words.checks[one.check]}</span>
          <span className={classNames(styles.figure, 'figures')}>{figureText(one, words.figure, quantities)}</span>
          {hasReasons && <span className={styles.reason}>{reasonText(one, translator)}</span>}
        </li>
      ))}
    </ul>
  );
}

const SHAPES: Readonly<Record<PreflightState, string>> = {
  ok: 'm5 12.500 4.500 4.500 9.500-10',
  refuses: 'm6 6 12 12M18 6 6 18',
  unknown: 'M6 12h12',
};

/** By shape and text, not by colour alone. */
function Mark({ state }: { readonly state: PreflightState }) {
  const { readiness: words } = useWords().flight;
  return (
    <svg className={styles.mark} role="img" aria-label={words.states[state]} width="16" height="16" viewBox="0 0 24 24">
      <path d={SHAPES[state]} />
    </svg>
  );
}
