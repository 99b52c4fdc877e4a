import { RTP_CLOCK_HZ } from '../access-unit.ts';

/** Interval of metadata sets, 90 kHz: ten a second. */
const SET_EVERY = RTP_CLOCK_HZ / 10;

/**
 * From when on a picture gets the next set. Counted from when this one was due, not from its picture: pictures every 33 ms would have eight sets a
 * second, not ten.
 * @param dueTime when this set was due @param rtpTime of the picture that has it
 */
export const nextSetTime = (dueTime: number, rtpTime: number): number =>
  rtpTime - dueTime < SET_EVERY ? dueTime + SET_EVERY : rtpTime + SET_EVERY;
