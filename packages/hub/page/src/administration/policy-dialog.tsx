import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { type FleetUploadPolicy, setUploadPolicy } from '@kitestring/hub-contract/fleet/policies.ts';
import { LINK_KBPS_MAX, LINK_KBPS_MIN, POLICY_RECORDINGS } from '@kitestring/hub-contract/upload-limits.ts';
import { useState } from 'react';
import { useHubAction } from '../api/use-hub-action.ts';
import { useHub } from '../fleet-context.tsx';
import { useNumberText } from '../preferences/preferences.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';
import { MakeDialog } from './make-dialog.tsx';

/** Instead of the id of a group. */
const ALL = '';

interface PolicyDialogProps {
  /** Undefined: a new one. */
  readonly policy?: FleetUploadPolicy;
  /** Possible targets; without an id for all stations. */
  readonly targets: readonly { readonly id: string | undefined; readonly name: string }[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Fields of an upload policy, as typed. */
interface PolicyInput {
  readonly target: string;
  readonly recordings: FleetUploadPolicy['recordings'];
  readonly hasLogs: boolean;
  readonly kbps: string;
  readonly from: string;
  readonly to: string;
}

/** Sets the policy of a group or of all stations, with the limits of the API. */
export function PolicyDialog({ onClose, onDone, policy, targets }: PolicyDialogProps) {
  const { groups, uploads: texts } = useWords().administration;
  const { session } = useHub();
  const number = useNumberText();
  const saving = useHubAction();
  const [isTried, setIsTried] = useState(false);
  const [input, setInput] = useState<PolicyInput>(() => ({
    target: targets[0]?.id ?? ALL,
    recordings: policy?.recordings ?? 'flights',
    hasLogs: policy?.flight_logs ?? true,
    kbps: String(policy?.min_link_kbps ?? ''),
    from: policy?.hours?.from ?? '',
    to: policy?.hours?.to ?? '',
  }));
  const change = (part: Partial<PolicyInput>) => {
    setInput((before) => ({ ...before, ...part }));
    saving.clear();
  };
  const { isLinkValid, isTimeMissing } = faults(input);
  const save = () => {
    setIsTried(true);
    if (!isLinkValid || isTimeMissing) return;
    void saving.run(() => session.call(setUploadPolicy, { body: body(input) }), onDone, onClose);
  };
  const timeTrouble = (value: string) => (isTried && isTimeMissing && value === '' ? texts.timeMissing : undefined);
  return (
    <MakeDialog
      title={policy === undefined ? texts.add : texts.editTitle(targets[0]?.name ?? '')}
      action={saving}
      submit={groups.save}
      onSubmit={save}
      onClose={onClose}
      trouble={saving.trouble ?? saving.atField}
    >
      {policy === undefined && (
        <Choice
          label={texts.for}
          options={targets.map(({ id = ALL, name }) => ({ id, name }))}
          value={input.target}
          onChange={(target) => change({ target })}
        />
      )}
      <Choice
        label={texts.recordings}
        options={POLICY_RECORDINGS.map((id) => ({ id, name: texts.recordingsOf[id] }))}
        value={input.recordings}
        onChange={(recordings) => change({ recordings })}
      />
      <CheckBox isSelected={input.hasLogs} onChange={(hasLogs) => change({ hasLogs })} hint={texts.flightLogsHint}>
        {texts.flightLogs}
      </CheckBox>
      <TextField
        label={texts.link}
        hint={texts.linkHint}
        value={input.kbps}
        inputMode="numeric"
        autoComplete="off"
        onChange={(kbps) => change({ kbps })}
        trouble={isTried && !isLinkValid ? texts.linkLimits(number(LINK_KBPS_MIN), number(LINK_KBPS_MAX)) : undefined}
      />
      <div className={styles.fields}>
        <TextField
          label={texts.from}
          type="time"
          value={input.from}
          onChange={(from) => change({ from })}
          trouble={timeTrouble(input.from)}
        />
        <TextField
          label={texts.to}
          type="time"
          value={input.to}
          onChange={(to) => change({ to })}
          trouble={timeTrouble(input.to)}
        />
      </div>
      <p className="quiet small">{texts.hoursHint}</p>
    </MakeDialog>
  );
}

function faults({ from, kbps, to }: PolicyInput) {
  const value = Number(kbps);
  const isLinkValid =
    kbps.trim() === '' || (Number.isInteger(value) && value >= LINK_KBPS_MIN && value <= LINK_KBPS_MAX);
  return { isLinkValid, isTimeMissing: (from === '') !== (to === '') };
}

const body = ({ from, hasLogs, kbps, recordings, target, to }: PolicyInput) => ({
  ...(target !== ALL && { group: target }),
  recordings,
  flight_logs: hasLogs,
  ...(kbps.trim() !== '' && { min_link_kbps: Number(kbps) }),
  ...(from !== '' && { hours: { from, to } }),
});
