import { Button } from '@kitestring/kit/button.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { Component, type ReactNode } from 'react';
import { useWords } from '../words/words-context.tsx';
import styles from './layout.module.css';

interface FaultState {
  readonly hasFailed: boolean;
}

/** A fault of the page in what is inside stays inside: the rest of the page goes on. */
export class FaultBox extends Component<{ readonly children: ReactNode }, FaultState> {
  static getDerivedStateFromError(): FaultState {
    return { hasFailed: true };
  }

  override state: FaultState = { hasFailed: false };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <Failed onAgain={() => this.setState({ hasFailed: false })} />;
  }
}

function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { trouble } = useWords();
  return (
    <div className={styles.fault}>
      <Trouble text={trouble.section} />
      <Button onPress={onAgain}>{trouble.tryAgain}</Button>
    </div>
  );
}
