import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { durationText, positionText } from '@kitestring/console-ui/quantity-text.ts';
import { Switch } from '@kitestring/console-ui/switch.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import { operatorName } from '@kitestring/station-contract/handoff/client-name.ts';
import { useState } from 'react';
import { CameraPresets } from '../camera/camera-presets.tsx';
import { IncidentPanel } from '../incident/incident-panel.tsx';
import { HoldButton } from '../parts/hold-button.tsx';
import { useHasJustChanged } from '../parts/use-has-just-changed.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { LateDrawer } from '../shell/late-drawers.tsx';
import { useScope, useStation } from '../station/station-context.tsx';
import { troubleText } from '../station/trouble-text.ts';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './handoff-drawer.module.css';
import { NAME_MAX } from './operator.ts';
import { secondsSince, useControl } from './use-control.ts';

/** The queue for control, next client first, with waiting times. */
function ControlQueue() {
  const words = useWords();
  const { isStale, value } = useTopic('handoff/state');
  const { link, signedIn } = useStation();
  const { sessionId } = signedIn;
  const waiting = value?.requesting_clients ?? [];
  return (
    <Panel title={words.handoff.queue}>
      {waiting.length === 0 && <p className="quiet">{words.handoff.queueEmpty}</p>}
      {waiting.length > 0 && (
        <ol className={classNames(styles.queue, isStale && styles.stale)} data-stale={isStale || undefined}>
          {waiting.map((client) => (
            <li key={client.session_id}>
              <span className="strong wraps">
                {operatorName(client)}
                {client.session_id === sessionId && ` (${words.handoff.you})`}
              </span>
              <span className="quiet small">{words.handoff.from(client.plugin_name ?? '', client.session_name)}</span>
              <span className={classNames(styles.waits, 'figures')}>
                {words.handoff.waits(durationText(secondsSince(client.last_change, link.clock.nowMs()) ?? 0))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Control: the client that has it, and the queue. */
export function HandoffDrawer() {
  const words = useWords();
  const mayCommand = useScope('control');
  const { facts, signedIn } = useStation();
  useClockTick();
  return (
    <>
      <Panel>
        <InControlNow />
        {mayCommand ? (
          <>
            {signedIn.account === undefined && <OperatorName />}
            <Actions />
          </>
        ) : (
          <p className="quiet">{words.permission.viewOnly}</p>
        )}
      </Panel>
      <ControlQueue />
      {mayCommand && <RemoteIdPosition />}
      <IncidentPanel />
      {mayCommand && <CameraPresets />}
      {!facts.isAtHub && <LateDrawer name="WatchLinks" />}
    </>
  );
}

function InControlNow() {
  const words = useWords();
  const { inControl, isStale, control } = useControl();
  const { value } = useTopic('handoff/state');
  const { clock } = useStation().link;
  const holder = value?.controlling_client ?? undefined;
  const seconds = secondsSince(holder?.last_change, clock.nowMs());
  const [headline, hint] = ownTexts(inControl?.kind, holder === undefined ? '' : operatorName(holder), words.handoff);
  return (
    <div
      className={classNames(styles.now, styles[inControl?.kind ?? 'unknown'], isStale && styles.stale)}
      data-stale={isStale || undefined}
    >
      <p className={styles.headline}>{headline}</p>
      {holder !== undefined && (
        <p className="quiet small figures">
          {words.handoff.from(holder.plugin_name ?? '', holder.session_name)}
          {seconds !== undefined && ` · ${words.handoff.since(durationText(seconds))}`}
        </p>
      )}
      <p className="small">{hint}</p>
      {control.kind === 'asking' && <Place />}
    </div>
  );
}

type Texts = ReturnType<typeof useWords>['handoff'];

function ownTexts(kind: 'own' | 'other' | 'nobody' | undefined, name: string, texts: Texts): readonly [string, string] {
  if (kind === 'own') return [texts.own, texts.ownHint];
  if (kind === 'other') return [texts.other(name), texts.otherHint];
  return kind === 'nobody' ? [texts.none, texts.noneHint] : [texts.unknown, ''];
}

function Place() {
  const words = useWords();
  const { sessionId } = useStation().signedIn;
  const { value } = useTopic('handoff/state');
  const index = value?.requesting_clients.findIndex(({ session_id }) => session_id === sessionId) ?? -1;
  return (
    <p role="status" className="strong">
      {index < 0 ? words.handoff.asking : words.handoff.place(index + 1)}
    </p>
  );
}

/** Available control actions of this page. */
function Actions() {
  const words = useWords();
  const { store, inControl, isBusy, operator, control, trouble } = useControl();
  const isPending = useHasJustChanged(control.kind) || isBusy;
  const { value } = useTopic('handoff/state');
  const mayOverride = useScope('can_override');
  const first = value?.requesting_clients[0];
  const isNameless = operator.name.trim() === '';
  const otherName = inControl?.kind === 'other' ? inControl.name : undefined;
  return (
    <>
      {control.kind === 'out' && (
        <Button
          look="primary"
          size="large"
          isWide
          isDisabled={isNameless}
          isPending={isPending}
          onPress={() => store.ask()}
        >
          {otherName === undefined ? words.handoff.take : words.handoff.ask}
        </Button>
      )}
      {control.kind === 'out' && isNameless && <p className="quiet small">{words.handoff.nameMissing}</p>}
      {control.kind === 'asking' && (
        <Button isWide isPending={isPending} onPress={() => void store.giveUp()}>
          {words.handoff.leave}
        </Button>
      )}
      {control.kind === 'holding' && (
        <Button size="large" isWide isPending={isPending} onPress={() => void store.giveUp()}>
          {first === undefined ? words.handoff.release : words.handoff.releaseTo(operatorName(first))}
        </Button>
      )}
      {otherName !== undefined && mayOverride && !isNameless && (
        <>
          <HoldButton look="warn" onHeld={() => void store.override()}>
            {words.handoff.override}
          </HoldButton>
          <p className="quiet small">{words.handoff.overrideHint(otherName)}</p>
        </>
      )}
      <Trouble text={trouble === undefined ? undefined : troubleText(trouble, words)} />
    </>
  );
}

/** The operator name shown to others; while in control it cannot be empty. */
function OperatorName() {
  const words = useWords();
  const { store, operator, control } = useControl();
  const [draft, setDraft] = useState(operator.name);
  return (
    <TextField
      label={words.handoff.name}
      hint={words.handoff.nameHint}
      value={draft}
      maxLength={NAME_MAX}
      autoComplete="name"
      onChange={(name) => {
        setDraft(name);
        store.choose({ name });
      }}
      onBlur={() => setDraft(store.snapshot().operator.name)}
      trouble={draft.trim() === '' && control.kind !== 'out' ? words.handoff.nameMissing : undefined}
    />
  );
}

/** Position of the operator, for the rule that requires it. */
function RemoteIdPosition() {
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
      {/* The figures change with every fix: only the first one is announced. */}
      <p role="status" className={position.kind === 'known' ? 'hidden-visually' : 'small'}>
        {position.kind === 'known' ? remoteId.isKnown : remoteId.states[position.kind]}
      </p>
      {position.kind === 'known' && (
        <p className="small figures">
          {positionText(position.position.latDeg, position.position.lonDeg)} ±{' '}
          {quantities.lengthText(position.position.accuracyM, 0)}
        </p>
      )}
    </Panel>
  );
}
