/** The parts used of an event in Chromium's trace; times in microseconds. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  /** Processor time of the thread itself, unlike `dur`, which includes time when other programs had the processor. */
  tdur?: number
  args: { data?: { isOutermostMainFrame?: boolean; documentLoaderURL?: string } }
}

/**
 * How much slower a phone's processor is, and a long task's threshold, in milliseconds (Lighthouse's mobile preset).
 */
const slowdown = 4
const longTask = 50

/**
 * Measures a page's main thread on a phone in processor time, which, unlike Lighthouse's figures, is independent of
 * other programs' load.
 * @returns milliseconds: `blocked`, total blocking time after first paint as Lighthouse defines it, and `busy`, the
 *   time of all tasks
 */
export function mainThreadTime(events: TraceEvent[], url: string): { blocked: number; busy: number } {
  const start = events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url)
  if (!start) throw new Error(`The trace does not show the visit of ${url}`)
  const isOfPage = ({ pid, tid, ts }: TraceEvent) => pid === start.pid && tid === start.tid && ts >= start.ts
  const own = events.filter(isOfPage)
  const paint = own.find(({ name }) => name === 'firstContentfulPaint')?.ts ?? start.ts
  let blocked = 0
  let busy = 0
  for (const { name, ts, tdur = 0 } of own) {
    if (!name.endsWith('RunTask')) continue
    const time = (tdur / 1000) * slowdown
    busy += time
    if (ts >= paint) blocked += Math.max(0, time - longTask)
  }
  return { blocked, busy }
}
