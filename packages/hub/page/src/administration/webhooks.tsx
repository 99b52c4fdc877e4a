import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import {
  addFleetWebhook,
  type FleetWebhook,
  type FleetWebhookDelivery,
  listFleetWebhookDeliveries,
  listFleetWebhooks,
  removeFleetWebhook,
  resumeFleetWebhook,
  testFleetWebhook,
} from '@kitestring/hub-contract/fleet/webhooks.ts';
import {
  NOTIFICATION_SEVERITIES,
  type NotificationSeverity,
} from '@kitestring/station-contract/notifications/notification.ts';
import { useState } from 'react';
import { useHubAction } from '../api/use-hub-action.ts';
import { useHub } from '../fleet-context.tsx';
import { useTimestampText } from '../preferences/preferences.tsx';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { Listing, Row } from './listing.tsx';
import { MadeSecret } from './made-secret.tsx';
import { MakeDialog } from './make-dialog.tsx';
import { RemoveButton } from './remove-button.tsx';
import { useTypedText } from './use-typed-text.ts';

/** Addresses to which the hub posts events, and their state. */
export function Webhooks() {
  const { webhooks: texts } = useWords().administration;
  const { fault, refresh, value } = useHubReading(listFleetWebhooks, { everyMs: 5000 });
  return (
    <Listing
      texts={texts}
      items={value?.webhooks}
      fault={fault}
      add={{ text: texts.add, dialog: (onClose) => <WebhookDialog onMade={refresh} onClose={onClose} /> }}
    >
      {(webhook) => <Webhook key={webhook.id} webhook={webhook} onChange={refresh} />}
    </Listing>
  );
}

function Webhook({ onChange, webhook }: { readonly webhook: FleetWebhook; readonly onChange: () => void }) {
  const words = useWords();
  const { remove, webhooks: texts } = words.administration;
  const { session } = useHub();
  const time = useTimestampText();
  const [isOpen, setIsOpen] = useState(false);
  const testing = useHubAction();
  const [tested, setTested] = useState<FleetWebhookDelivery>();
  const { failing_since, id, kind, last_outcome, next_attempt, severity, sid, state, url } = webhook;
  const isBad = state === 'paused' || failing_since !== undefined;
  const test = () =>
    void testing.run(async () => {
      setTested(await session.call(testFleetWebhook, { params: { id } }));
      onChange();
    });
  const resume = () => void testing.run(() => session.call(resumeFleetWebhook, { params: { id } }), onChange);
  return (
    <Row
      title={url}
      badge={{
        text: state === 'paused' ? texts.paused : isBad ? texts.failing : texts.active,
        tone: isBad ? 'bad' : 'good',
      }}
      facts={[
        severity === undefined ? texts.allEvents : texts.from(words.severities[severity]),
        kind,
        sid,
        failing_since !== undefined && texts.since(time(failing_since)),
        next_attempt !== undefined && texts.next(time(next_attempt)),
        last_outcome !== undefined && texts.last(last_outcome),
        tested !== undefined && <span role="status">{texts.tested(tested.outcome, tested.duration_ms)}</span>,
        (testing.trouble ?? testing.atField) !== undefined && <Trouble text={testing.trouble ?? testing.atField} />,
      ]}
    >
      <Button aria-label={`${texts.test}: ${url}`} isPending={testing.isBusy} onPress={test}>
        {texts.test}
      </Button>
      {isBad && (
        <Button aria-label={`${texts.resume}: ${url}`} onPress={resume}>
          {texts.resume}
        </Button>
      )}
      <Button aria-label={`${texts.deliveries}: ${url}`} onPress={() => setIsOpen(true)}>
        {texts.deliveries}
      </Button>
      <RemoveButton
        action={texts.remove}
        name={`${texts.remove}: ${url}`}
        title={texts.removeTitle}
        onRemove={() => session.call(removeFleetWebhook, { params: { id } })}
        onDone={onChange}
      >
        {url}: {texts.removeText} {remove.final}
      </RemoveButton>
      {isOpen && <Deliveries id={id} url={url} onClose={() => setIsOpen(false)} />}
    </Row>
  );
}

function Deliveries({ id, onClose, url }: { readonly id: string; readonly url: string; readonly onClose: () => void }) {
  const { webhooks: texts } = useWords().administration;
  const time = useTimestampText();
  const { fault, value } = useHubReading(listFleetWebhookDeliveries, {
    params: { id },
    everyMs: 5000,
  });
  return (
    <DialogBox title={texts.deliveries} onClose={onClose}>
      <Listing texts={{ title: url, none: texts.noDeliveries }} items={value?.deliveries} fault={fault}>
        {({ attempt, delivered, duration_ms, first, last, message, outcome, time: began }) => (
          <Row
            key={`${message} ${attempt}`}
            title={time(began)}
            badge={{ text: outcome, tone: delivered ? 'good' : 'bad' }}
            facts={[
              first === undefined ? texts.isTest : texts.range(first, last ?? first),
              texts.attempt(attempt),
              `${duration_ms} ms`,
            ]}
          />
        )}
      </Listing>
    </DialogBox>
  );
}

/** Instead of a severity: every event. */
const ALL = '';

function WebhookDialog({ onClose, onMade }: { readonly onMade: () => void; readonly onClose: () => void }) {
  const words = useWords();
  const { webhooks: texts } = words.administration;
  const { session } = useHub();
  const [severity, setSeverity] = useState<NotificationSeverity | typeof ALL>(ALL);
  const [secret, setSecret] = useState<string>();
  const making = useHubAction();
  const url = useTypedText(making, undefined, 'https://');
  const make = () => {
    void making.run(async () => {
      const body = { url: url.text, ...(severity !== ALL && { severity }) };
      const { secret } = await session.call(addFleetWebhook, { body });
      setSecret(secret);
      onMade();
    });
  };
  if (secret !== undefined) {
    return (
      <MadeSecret title={texts.madeTitle} label={texts.secret} value={secret} onClose={onClose}>
        <p>{texts.secretHint}</p>
      </MadeSecret>
    );
  }
  return (
    <MakeDialog title={texts.add} action={making} submit={texts.make} onSubmit={make} onClose={onClose}>
      <TextField {...url.field} label={texts.url} hint={texts.urlHint} maxLength={2000} inputMode="url" autoFocus />
      <Choice
        label={texts.which}
        options={[
          { id: ALL, name: texts.allEvents },
          ...NOTIFICATION_SEVERITIES.map((id) => ({ id, name: texts.from(words.severities[id]) })),
        ]}
        value={severity}
        onChange={setSeverity}
      />
    </MakeDialog>
  );
}
