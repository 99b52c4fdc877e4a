import type { Expectation } from '../scenario.ts';
import { AtEndJudgement } from './at-end.ts';
import { EventuallyJudgement } from './eventually.ts';
import type { Judgement } from './judgement.ts';
import { NotificationJudgement } from './notified.ts';
import { SequenceJudgement } from './sequence.ts';
import { ThroughoutJudgement } from './throughout.ts';

/** Creates the judgement of an expectation. */
export function judgementOf(expectation: Expectation): Judgement {
  switch (expectation.kind) {
    case 'eventually':
      return new EventuallyJudgement(expectation);
    case 'always':
    case 'never':
      return new ThroughoutJudgement(expectation);
    case 'notification':
      return new NotificationJudgement(expectation);
    case 'sequence':
      return new SequenceJudgement(expectation);
    case 'at-end':
      return new AtEndJudgement(expectation);
  }
}
