import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Trouble } from './trouble.tsx';
import { useUiWords } from './ui-words.tsx';

interface State {
  readonly hasFailed: boolean;
}

interface FaultGuardProps {
  readonly children: ReactNode;
  /** Class of the replacement of the children, for a layout that needs it. */
  readonly className?: string | undefined;
}

/** Catches faults of its children, so that the rest of the page continues. */
export class FaultGuard extends Component<FaultGuardProps, State> {
  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override state: State = { hasFailed: false };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <Failed className={this.props.className} onAgain={() => this.setState({ hasFailed: false })} />;
  }
}

function Failed({ className, onAgain }: { readonly className: string | undefined; readonly onAgain: () => void }) {
  const words = useUiWords();
  return (
    <div className={className}>
      <Trouble text={words.failed} />
      <p>{words.failedHint}</p>
      <Button onPress={onAgain}>{words.tryAgain}</Button>
    </div>
  );
}
