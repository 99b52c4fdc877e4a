import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { QrCode } from '@kitestring/console-ui/qr-code.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import { SecretField } from '@kitestring/console-ui/secret-field.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import type { FleetEnrolment } from '@kitestring/hub-contract/fleet/administration.ts';
import {
  addFleetEnrolment,
  listFleetEnrolments,
  removeFleetEnrolment,
} from '@kitestring/hub-contract/fleet/operations.ts';
import type { ResultOf } from '@kitestring/station-contract/operation.ts';
import { useState } from 'react';
import { hubNowMs } from '../api/call-hub.ts';
import { useHubAction } from '../api/use-hub-action.ts';
import { useFleet, useHub } from '../fleet-context.tsx';
import { useTimestampText } from '../preferences/preferences.tsx';
import { addressOfPlace } from '../shell/route.ts';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';
import { Listing, Row } from './listing.tsx';
import { MakeDialog } from './make-dialog.tsx';
import { RemoveButton } from './remove-button.tsx';
import { useTypedText } from './use-typed-text.ts';

/** Short while an invitation is open, because its use is news. */
const EVERY_MS = 3000;
/** Used and expired ones in the list. */
const OVER_SHOWN = 20;

/** Invitations of stations: created, used, withdrawn. */
export function Invitations() {
  const { invitations: texts, openOnes } = useWords().administration;
  const reading = useHubReading(listFleetEnrolments, { everyMs: EVERY_MS });
  const all = reading.value?.enrolments;
  const isOpen = ({ state }: FleetEnrolment) => state === 'open';
  const row = (enrolment: FleetEnrolment) => (
    <Invitation key={enrolment.id} enrolment={enrolment} onChange={reading.refresh} />
  );
  return (
    <>
      <Listing
        texts={{ ...texts, title: openOnes }}
        items={all?.filter(isOpen)}
        fault={reading.fault}
        add={{
          text: texts.add,
          dialog: (onClose) => <InviteDialog enrolments={all ?? []} onMade={reading.refresh} onClose={onClose} />,
        }}
      >
        {row}
      </Listing>
      {all?.some((one) => !isOpen(one)) && (
        <Listing
          texts={{ title: texts.over, none: '' }}
          items={all.filter((one) => !isOpen(one)).slice(0, OVER_SHOWN)}
          fault={undefined}
        >
          {row}
        </Listing>
      )}
    </>
  );
}

function Invitation({ enrolment, onChange }: { readonly enrolment: FleetEnrolment; readonly onChange: () => void }) {
  const { invitations: texts, remove } = useWords().administration;
  const { session } = useHub();
  const { bySid } = useFleet();
  const time = useTimestampText();
  const { created, created_by, expires, id, note, sid, state } = enrolment;
  useClockTick(state === 'open');
  const title = note === '' ? texts.untitled : note;
  return (
    <Row
      title={title}
      badge={{
        text: state === 'open' ? texts.left(durationText(leftS(expires))) : texts.states[state],
        ...(state !== 'expired' && { tone: 'good' }),
      }}
      facts={[
        texts.by(created_by, time(created)),
        sid !== undefined && <a href={addressOfPlace('stations', sid)}>{bySid.get(sid)?.name ?? sid}</a>,
      ]}
    >
      {state === 'open' && (
        <RemoveButton
          action={texts.withdraw}
          name={`${texts.withdraw}: ${title}`}
          title={texts.withdrawTitle(title)}
          onRemove={() => session.call(removeFleetEnrolment, { params: { id } })}
          onDone={onChange}
        >
          {texts.withdrawText} {remove.final}
        </RemoveButton>
      )}
    </Row>
  );
}

const leftS = (expires: string): number => Math.max(0, ((parseTimestamp(expires) ?? 0) / 1000 - hubNowMs()) / 1000);

interface InviteDialogProps {
  /** The hub's current list, which shows when the new one was used. */
  readonly enrolments: readonly FleetEnrolment[];
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Asks for the purpose of the invitation, then shows its address as text and QR code, with its expiry. */
function InviteDialog({ enrolments, onClose, onMade }: InviteDialogProps) {
  const { invitations: texts } = useWords().administration;
  const { session } = useHub();
  const [made, setMade] = useState<ResultOf<typeof addFleetEnrolment>>();
  const making = useHubAction();
  const note = useTypedText(making);
  const make = () => {
    void making.run(async () => {
      setMade(await session.call(addFleetEnrolment, { body: { note: note.text } }));
      onMade();
    });
  };
  if (made !== undefined) {
    const now = enrolments.find(({ id }) => id === made.enrolment.id) ?? made.enrolment;
    return <MadeInvitation url={made.url} enrolment={now} onClose={onClose} />;
  }
  return (
    <MakeDialog title={texts.add} action={making} submit={texts.make} onSubmit={make} onClose={onClose}>
      <TextField {...note.field} label={texts.note} hint={texts.noteHint} maxLength={200} autoFocus />
    </MakeDialog>
  );
}

interface MadeInvitationProps {
  readonly url: string;
  readonly enrolment: FleetEnrolment;
  readonly onClose: () => void;
}

function MadeInvitation({ enrolment: { expires, sid, state }, onClose, url }: MadeInvitationProps) {
  const { invitations: texts, secret } = useWords().administration;
  const { bySid } = useFleet();
  useClockTick();
  const remainingS = leftS(expires);
  const isOpen = state === 'open' && remainingS > 0;
  return (
    <DialogBox title={texts.made} onClose={onClose} isKept>
      {isOpen && (
        <>
          <p>{texts.how}</p>
          <div className={styles.code}>
            <QrCode label={texts.qr} text={url} />
          </div>
          <SecretField label={texts.address} value={url} texts={secret} />
        </>
      )}
      <p role="status" className={styles.once}>
        {isOpen && texts.waits}
        {state === 'used' && texts.joined(bySid.get(sid ?? '')?.name ?? sid ?? '')}
        {!isOpen && state !== 'used' && texts.ended}
      </p>
      {isOpen && <p className="figures">{texts.left(durationText(remainingS))}</p>}
      <Button look="primary" size="large" onPress={onClose}>
        {secret.done}
      </Button>
    </DialogBox>
  );
}
