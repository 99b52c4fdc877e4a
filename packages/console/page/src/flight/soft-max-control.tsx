import buttonStyles from '@kitestring/console-ui/button.module.css';
import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { useOff } from '@kitestring/console-ui/off.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { AltitudeBounds } from '@kitestring/station-contract/flight/altitude-limits.ts';
import { type FormEvent, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { altitudeFaultText, parseAltitudeM, softMaxFault } from './altitude-limits.ts';
import { NumberEntry } from './number-entry.tsx';
import styles from './soft-max-control.module.css';
import { useFlightInfo } from './use-altitude-limits.ts';

/** The altitude limit that clients set: displayed, and edited in a separate dialog. */
export function SoftMaxControl({ limits }: { readonly limits: AltitudeBounds | undefined }) {
  const words = useWords();
  const quantities = useQuantities();
  const isSet = limits !== undefined && limits.softMaxM < limits.hardMaxM;
  return (
    <DialogTrigger>
      <AriaButton className={classNames(buttonStyles.button, styles.opener)} {...useOff(limits === undefined)}>
        <span className={styles.name}>{words.flight.softMax}</span>
        <span className="figures">{isSet ? quantities.roundText(limits.softMaxM) : words.flight.softMaxNone}</span>
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="left bottom">
        <Dialog className={styles.box ?? ''}>
          {({ close }) =>
            limits && (
              <>
                <Heading slot="title" className={styles.title ?? ''}>
                  {words.flight.softMaxTitle}
                </Heading>
                <SoftMaxForm limits={limits} onDone={close} />
              </>
            )
          }
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function SoftMaxForm({ limits, onDone }: { readonly limits: AltitudeBounds; readonly onDone: () => void }) {
  const words = useWords();
  const quantities = useQuantities();
  const unit = quantities.style.length;
  const [typed, setTyped] = useState(quantities.entered(limits.softMaxM));
  const [fault, setFault] = useState<string>();
  const { again } = useFlightInfo();
  const command = useCommand(({ flight }, altitude: number) => flight.setAltitudeSoftMax({ altitude }));
  const set = async (altitudeM: number | undefined) => {
    const broken = softMaxFault(altitudeM, limits);
    setFault(broken && altitudeFaultText(broken, words, quantities));
    if (broken !== undefined || altitudeM === undefined) return;
    const isTaken = await command.send(altitudeM);
    again();
    if (isTaken) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void set(parseAltitudeM(typed, unit));
  };
  return (
    <form className="stack loose" onSubmit={submit} noValidate>
      <NumberEntry
        label={words.flight.softMaxField(unit)}
        value={typed}
        unit={unit}
        onChange={(text) => {
          setTyped(text);
          setFault(undefined);
          command.forget();
        }}
        trouble={fault}
      />
      <p className="quiet small">{words.flight.softMaxHint(quantities.enteredText(limits.hardMaxM))}</p>
      <Trouble text={command.trouble} />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" isPending={command.isBusy}>
          {words.flight.set}
        </Button>
        <Button isPending={command.isBusy} onPress={() => void set(limits.hardMaxM)}>
          {words.flight.softMaxNone}
        </Button>
      </div>
    </form>
  );
}
