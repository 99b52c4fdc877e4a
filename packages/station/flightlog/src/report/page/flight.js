// What the page holds about the flight, and what all drawings share.
export const flight = JSON.parse(document.getElementById('flight').textContent);
export const { values, timeS } = flight.series;

/** Room for the labels at both sides, so that all plots have their times at the same place. */
export const LEFT = 96;
export const RIGHT = 60;
export const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export const STATE_HUES = {
  Flying: 's-flying',
  TakingOff: 's-moving',
  Landing: 's-moving',
  SafetyDescending: 's-watch',
  SafetyLanding: 's-bad',
  Unknown: 's-bad',
};
