import { endSignIn, type FleetOpenSignIn, listSignIns } from '@kitestring/hubcontract/fleet/sign-ins.ts';
import { useHub } from '../fleet-context.tsx';
import { useTimestampText } from '../preferences/preferences.tsx';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { Listing, Row } from './listing.tsx';
import { RemoveButton } from './remove-button.tsx';

/** Browsers that are signed in. */
export function SignIns() {
  const { signIns: texts } = useWords().administration;
  const { session } = useHub();
  const time = useTimestampText();
  const { fault, refresh, value } = useHubReading<{ sign_ins: readonly FleetOpenSignIn[] }>(listSignIns, {
    everyMs: 10_000,
  });
  return (
    <Listing title={texts.title} lead={texts.lead} items={value?.sign_ins} fault={fault} nothing={texts.none}>
      {({ id, is_own, kind, name, opened, used }) => (
        <Row
          key={id}
          title={name}
          {...(is_own && { badge: { text: texts.own, tone: 'good' as const } })}
          facts={[texts.kinds[kind], texts.opened(time(opened)), texts.used(time(used))]}
        >
          <RemoveButton
            action={texts.end}
            name={`${texts.end}: ${name}`}
            title={texts.endTitle(name)}
            onRemove={() => session.call(endSignIn, { params: { id } })}
            onDone={refresh}
          >
            {texts.endText}
          </RemoveButton>
        </Row>
      )}
    </Listing>
  );
}
