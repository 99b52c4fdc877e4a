import { Button } from '@kitestring/console-ui/button.tsx';
import { operatorName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { RequestingClient } from '@kitestring/station-contract/handoff/handoff-state.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useCallForAttention } from '../attention/use-attention.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import type { Loss } from './control-session.ts';
import styles from './request-alert.module.css';
import { useControl } from './use-control.ts';

/** Alert over the picture: another operator requests control, or this page has lost it. */
export function RequestAlert() {
  const { control } = useControl();
  const first = useTopicPart('handoff/state', ({ requesting_clients }) => requesting_clients[0]);
  return (
    <div className={styles.place}>
      <div role="alert">
        {control.kind === 'holding' && first !== undefined && <Request key={first.session_id} client={first} />}
        {control.kind === 'out' && control.loss !== undefined && <Lost loss={control.loss} />}
      </div>
    </div>
  );
}

/** It appears over the picture: a tap meant for the picture must not release control. */
const NEW_MS = 1000;

function useIsNew(): boolean {
  const [isNew, setIsNew] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), NEW_MS);
    return () => clearTimeout(timer);
  }, []);
  return isNew;
}

/** Dismissed once answered; a new request, even of the same client, shows it again. */
function Request({ client }: { readonly client: RequestingClient }) {
  const { alert } = useWords().handoff;
  const { store } = useControl();
  const [isKept, setIsKept] = useState(false);
  const isNew = useIsNew();
  const name = operatorName(client);
  useCallForAttention('controlRequested', isKept ? undefined : alert.pageTitle(name));
  if (isKept) return null;
  return (
    <Card label={alert.label} text={alert.asks(name)}>
      <Button look="primary" isDisabled={isNew} onPress={() => void store.giveUp()}>
        {alert.allow}
      </Button>
      <Button onPress={() => setIsKept(true)}>{alert.keep}</Button>
    </Card>
  );
}

function Lost({ loss }: { readonly loss: Loss }) {
  const words = useWords();
  const { store, inControl } = useControl();
  const texts = words.handoff.loss;
  const text = loss.kind === 'taken' ? texts.taken(loss.byName) : texts[loss.kind];
  useCallForAttention('controlLost', texts.label);
  return (
    <Card label={texts.label} text={text}>
      <Button look="primary" onPress={() => store.ask()}>
        {inControl?.kind === 'other' ? words.handoff.ask : words.handoff.take}
      </Button>
      <Button onPress={() => store.lossRead()}>{texts.ok}</Button>
    </Card>
  );
}

function Card({
  children,
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.card} aria-label={label}>
      <p className={styles.text}>{text}</p>
      <div className={styles.answers}>{children}</div>
    </section>
  );
}
