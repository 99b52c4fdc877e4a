import { Button } from '@kitestring/console-ui/button.tsx';
import { copyText } from '@kitestring/console-ui/copy-text.ts';
import { COORDINATE_SYSTEMS } from '@kitestring/station-contract/place/coordinate-systems.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import { useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import styles from './place.module.css';

/** A position in every coordinate system, each with a copy button. */
export function Coordinates({ at }: { readonly at: LatLon }) {
  const words = useWords();
  const [copied, setCopied] = useState<string>();
  const copy = async (text: string) => setCopied((await copyText(text)) ? text : undefined);
  const missing = COORDINATE_SYSTEMS.filter(({ isLocal, textOf }) => !isLocal && textOf(at) === undefined);
  return (
    <>
      <dl className={styles.coordinates}>
        {COORDINATE_SYSTEMS.map(({ id, name, textOf }) => {
          const text = textOf(at);
          if (text === undefined) return null;
          return (
            <div key={id} data-system={id}>
              <dt>{name}</dt>
              <dd className="figures">{text}</dd>
              <dd>
                <Button look="ghost" isSquare aria-label={words.place.copy(name)} onPress={() => void copy(text)}>
                  {text === copied ? <CopiedIcon /> : <CopyIcon />}
                </Button>
              </dd>
            </div>
          );
        })}
      </dl>
      {missing.length > 0 && <p className="small">{words.place.notHere(missing.map(({ name }) => name).join(', '))}</p>}
      <p role="status" className="hidden-visually">
        {copied !== undefined && words.place.copied(copied)}
      </p>
    </>
  );
}

const CopyIcon = () => (
  <svg aria-hidden="true" className={styles.icon} viewBox="0 0 24 24">
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15H4V5a1 1 0 0 1 1-1h10v1" />
  </svg>
);

const CopiedIcon = () => (
  <svg aria-hidden="true" className={styles.icon} viewBox="0 0 24 24">
    <path d="m5 13 5 5 9-11" />
  </svg>
);
