import type { PageFacts } from '../station/page-facts.ts';
import { useWords } from '../words/words-context.tsx';

interface OriginChipProps {
  readonly facts: Pick<PageFacts, 'isReplay' | 'isSimulated'>;
  readonly className: string | undefined;
}

/** Shows that the aircraft is simulated, or a recording is played; nothing for a real aircraft. */
export function OriginChip({ className, facts: { isReplay, isSimulated } }: OriginChipProps) {
  const { recorded, shell } = useWords();
  if (!isReplay && !isSimulated) return null;
  return (
    <span className={className} title={isReplay ? shell.replayHint : shell.simulatedHint}>
      {isReplay ? recorded.title : shell.simulated}
    </span>
  );
}
