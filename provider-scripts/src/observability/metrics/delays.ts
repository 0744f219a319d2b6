/** Upper bounds, in seconds, for the time from requesting a link to using it; longer times are counted after the last. */
export const DELAY_BOUNDS = [5, 10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 14_400, 86_400] as const;
