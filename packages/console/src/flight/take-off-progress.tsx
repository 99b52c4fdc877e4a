import { classNames } from '@kitestring/kit/class-names.ts';
import { rounded } from '../kit/steady.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './take-off-progress.module.css';
import { takeOffStep, takeOffSteps } from './take-off-step.ts';

const SHAPES = { done: 'm5 12.500 4.500 4.500 9.500-10', now: 'M12 8a4 4 0 1 0 .1 0', next: 'M9 12h6' } as const;

/** Lids, checks, climb: what is done, what goes on, what comes. */
export function TakeOffProgress() {
  const { flight } = useWords();
  const lids = useTopicPart('system/state', ({ rtb_lids_state }) => rtb_lids_state);
  const altitudeM = useTopicPart('flight/state', ({ altitude }) => rounded(altitude, 1));
  const steps = takeOffSteps(lids);
  const at = steps.indexOf(takeOffStep(lids, altitudeM));
  return (
    <ol className={styles.steps} aria-label={flight.takeOffProgress}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'next';
        return (
          <li
            key={step}
            className={classNames(styles.step, styles[state])}
            aria-current={state === 'now' ? 'step' : undefined}
            data-step={state}
          >
            <svg width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
              <path d={SHAPES[state]} />
            </svg>
            {flight.takeOffSteps[step]}
          </li>
        );
      })}
    </ol>
  );
}
