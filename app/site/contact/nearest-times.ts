/** @returns three free times: the first ones after `time`, and where there are none the last ones before */
export function nearestTimes(time: string, free: readonly string[]): string[] {
  const after = free.findIndex(other => other > time)
  const from = after < 0 ? free.length - 3 : Math.min(after, free.length - 3)
  return free.slice(Math.max(0, from)).slice(0, 3)
}
