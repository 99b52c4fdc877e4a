import { Component, type ReactNode } from 'react';
import { useWords } from '../words/words-context.tsx';
import { Button } from './button.tsx';
import { Trouble } from './trouble.tsx';

interface State {
  readonly hasFailed: boolean;
}

/** A fault of the page in what is inside stays inside: the rest of the page goes on. */
export class FaultGuard extends Component<{ readonly children: ReactNode }, State> {
  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override state: State = { hasFailed: false };

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed onAgain={() => this.setState({ hasFailed: false })} /> : this.props.children;
  }
}

function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { shell } = useWords();
  return (
    <div>
      <Trouble text={shell.failed} />
      <p>{shell.failedHint}</p>
      <Button onPress={onAgain}>{shell.tryAgain}</Button>
    </div>
  );
}
