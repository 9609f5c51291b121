/** Greatest difference between two machines' clocks, in milliseconds; with a time server it is less. */
export const clockTolerance = 60_000
