import { useEffect } from 'react';
import type { CameraControl } from './camera-control.ts';

/** Lets go of the camera when nobody can be at the page any more: another window, another tab, a locked phone. */
export function useRelease(control: CameraControl, onRelease: () => void): void {
  useEffect(() => {
    const release = () => {
      onRelease();
      control.release();
    };
    const hidden = () => document.hidden && release();
    window.addEventListener('blur', release);
    window.addEventListener('pagehide', release);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('blur', release);
      window.removeEventListener('pagehide', release);
      document.removeEventListener('visibilitychange', hidden);
      release();
    };
  }, [control, onRelease]);
}
