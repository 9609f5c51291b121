/**
 * @param time ISO 8601, UTC, as are those in `free`, which are in order
 * @returns up to three free times: the first ones after `time`, or the last of all if fewer follow it
 */
export function nearestTimes(time: string, free: readonly string[]): string[] {
  const after = free.findIndex(other => other > time)
  const from = after < 0 ? free.length - 3 : Math.min(after, free.length - 3)
  return free.slice(Math.max(0, from)).slice(0, 3)
}
