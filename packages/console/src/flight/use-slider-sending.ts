import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AltitudeChoice } from './altitude-control.tsx';

/** Arrow keys come one by one: what they lead to is sent when they have been left alone for so long. */
const KEYS_REST_MS = 700;

/** Sends what the slider is let go at; nothing while it moves. Escape drops it. */
export function useSliderSending({ draftM, send, setDraftM }: AltitudeChoice) {
  const isByKeys = useRef(false);
  const isDropped = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const finish = (altitudeM: number) => {
    clearTimeout(timer.current);
    setDraftM(undefined);
    void send(altitudeM);
  };
  const drop = () => {
    clearTimeout(timer.current);
    isDropped.current = true;
    setDraftM(undefined);
  };
  const onKeyDownCapture = ({ key }: KeyboardEvent) => {
    isByKeys.current = true;
    isDropped.current = false;
    if (key === 'Escape') drop();
    if (key === 'Enter' && draftM !== undefined) finish(draftM);
  };
  const wrapperProps = {
    onKeyDownCapture,
    onPointerDownCapture: () => {
      isByKeys.current = false;
      isDropped.current = false;
    },
  };
  const sliderProps = {
    onChange: (altitudeM: number) => {
      if (!isDropped.current) setDraftM(altitudeM);
    },
    onChangeEnd: (altitudeM: number) => {
      if (isDropped.current) return;
      if (!isByKeys.current) return finish(altitudeM);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => finish(altitudeM), KEYS_REST_MS);
    },
  };
  return { sliderProps, wrapperProps };
}
