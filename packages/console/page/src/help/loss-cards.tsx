import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { LOSSES } from '../words/later-words.ts';
import { useWords } from '../words/words-context.tsx';
import { useLastKnownText } from './last-known.tsx';
import styles from './loss-cards.module.css';

/** Steps for a lost Kite, a cut tether and a lost station, with the last known place of the Kite; printable. */
export function LossCards() {
  const losses = useWords().later?.help.losses;
  const lastKnown = useLastKnownText();
  if (losses === undefined) return null;
  return (
    <div className={styles.cards} data-loss-cards>
      <Panel title={losses.title}>
        {lastKnown !== undefined && (
          <p className="strong">
            {losses.lastKnown}: {lastKnown}
          </p>
        )}
        {LOSSES.map((loss) => (
          <section key={loss} aria-label={losses.cards[loss].title}>
            <h3>{losses.cards[loss].title}</h3>
            <ol>
              {losses.cards[loss].steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
        <Button onPress={() => print()}>{losses.print}</Button>
      </Panel>
    </div>
  );
}
