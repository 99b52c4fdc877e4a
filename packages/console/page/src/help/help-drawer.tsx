import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { usePreferences } from '../preferences/preferences.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './help-drawer.module.css';
import { LossCards } from './loss-cards.tsx';

/** Short help for each task, and the keys. All of it is part of the page: nothing is loaded from the internet. */
export function HelpDrawer() {
  const words = useWords();
  const { choose } = usePreferences();
  const help = words.later?.help;
  if (help === undefined) return <p role="status">{words.shell.loading}</p>;
  return (
    <>
      <LossCards />
      <p className="quiet">{help.lead}</p>
      {Object.values(help.tasks).map(({ steps, title }) => (
        <details key={title} className={styles.task}>
          <summary>{title}</summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
      <Panel title={help.shortcuts}>
        <dl className={styles.keys}>
          {Object.values(help.keys).map(({ does, key }) => (
            <div key={does}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Button onPress={() => choose({ isTourSeen: false })}>{help.tourAgain}</Button>
    </>
  );
}
