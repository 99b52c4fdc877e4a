import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { useKitWords } from './kit-words.tsx';
import { Trouble } from './trouble.tsx';

interface State {
  readonly hasFailed: boolean;
}

interface FaultGuardProps {
  readonly children: ReactNode;
  /** Class of what takes the place of the children, for a layout that places them by it. */
  readonly className?: string | undefined;
}

/** A fault of the page in what is inside stays inside: the rest of the page goes on. */
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
  const words = useKitWords();
  return (
    <div className={className}>
      <Trouble text={words.failed} />
      <p>{words.failedHint}</p>
      <Button onPress={onAgain}>{words.tryAgain}</Button>
    </div>
  );
}
