/** Milliseconds by which the clocks of two machines may differ: those that ask a time server differ by less. */
export const clockTolerance = 60_000
