import { classNames } from '@kitestring/console-ui/class-names.ts';
import { AlertIcon } from '@kitestring/console-ui/icons.tsx';
import type { Amount } from '../quantities/quantities.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useWords } from '../words/words-context.tsx';
import figureStyles from './figure.module.css';

interface AmountFigureProps extends Omit<FigureProps, 'value' | 'unit' | 'places'> {
  /** Undefined is shown as a dash. */
  readonly amount: Amount | undefined;
}

/** A value in the unit selected by the user. */
export function AmountFigure({ amount, ...props }: AmountFigureProps) {
  return <Figure {...props} value={amount?.text} {...(amount !== undefined && { unit: amount.unit })} />;
}

interface FigureProps {
  readonly name: string;
  /** Undefined is shown as a dash, unlike zero. */
  readonly value: number | string | undefined;
  readonly unit?: string;
  /** Its limit or accuracy, small below it: beside it there is no room. */
  readonly limit?: string | undefined;
  /** Decimal places of a number. */
  readonly places?: number;
  readonly isStale?: boolean;
  readonly size?: 'normal' | 'large';
  /** Outside its normal range: coloured, with a mark. */
  readonly tone?: 'warn' | 'bad' | undefined;
}

/** A value with its name and unit; grey when it is stale. */
export function Figure({ isStale = false, limit, name, places = 1, size = 'normal', tone, unit, value }: FigureProps) {
  const words = useWords();
  const quantities = useQuantities();
  const text = typeof value === 'number' ? quantities.number(value, places) : value;
  return (
    <div
      className={classNames(figureStyles.figure, figureStyles[size], isStale && figureStyles.stale)}
      data-stale={isStale || undefined}
      data-tone={tone}
    >
      <span className={figureStyles.name}>{name}</span>
      <span className={classNames(figureStyles.value, 'figures')}>
        {tone !== undefined && <AlertIcon />}
        {text ?? (
          <>
            <span aria-hidden="true">—</span>
            <span className="hidden-visually">{words.ui.unknown}</span>
          </>
        )}
        {text !== undefined && unit !== undefined && <span className={figureStyles.unit}> {unit}</span>}
        {text !== undefined && limit !== undefined && <span className={figureStyles.limit}> {limit}</span>}
      </span>
    </div>
  );
}
