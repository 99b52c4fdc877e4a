import { Panel } from '@kitestring/kit/panel.tsx';
import { Switch } from '@kitestring/kit/switch.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useWords } from '../words/words-context.tsx';
import { useControl } from './use-control.ts';

/** Position of the operator, for the rule that requires it. */
export function RemoteIdPosition() {
  const { remoteId } = useWords().handoff;
  const quantities = useQuantities();
  const { store, mode, operator, position } = useControl();
  if (mode !== 'US_REMOTE_ID_STANDARD') {
    return (
      <Panel title={remoteId.title}>
        <p className="quiet small">{mode === 'DISABLED' ? remoteId.notNeeded : remoteId.unknownRule}</p>
      </Panel>
    );
  }
  const { sharesPosition } = operator;
  return (
    <Panel title={remoteId.title}>
      <Switch
        isSelected={sharesPosition}
        onChange={(isShared) => store.choose({ sharesPosition: isShared })}
        hint={remoteId.shareHint}
      >
        {remoteId.share}
      </Switch>
      {/* The figures change with every fix: what is announced is only that there is one. */}
      <p role="status" className={position.kind === 'known' ? 'hidden-visually' : 'small'}>
        {position.kind === 'known' ? remoteId.isKnown : remoteId.states[position.kind]}
      </p>
      {position.kind === 'known' && (
        <p className="small figures">
          {remoteId.known(
            position.position.latDeg,
            position.position.lonDeg,
            quantities.lengthText(position.position.accuracyM, 0),
          )}
        </p>
      )}
    </Panel>
  );
}
