import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
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
        {Object.values(losses.cards).map(({ steps, title }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ol>
              {steps.map((step) => (
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
