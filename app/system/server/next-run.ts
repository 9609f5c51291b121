/**
 * @param cron a schedule that runs once a day or hour, such as '41 14 * * *' or '17 * * * *' (UTC)
 * @throws Error for any other schedule
 */
export function nextRun(cron: string, now: Date): Date {
  const [, minute, hour] = /^(\d+) (\d+|\*) \* \* \*$/.exec(cron) ?? []
  if (minute === undefined || hour === undefined) throw new Error(`cannot tell when "${cron}" runs next`)
  const next = new Date(now)
  if (hour === '*') next.setUTCMinutes(Number(minute), 0, 0)
  else next.setUTCHours(Number(hour), Number(minute), 0, 0)
  const period = (hour === '*' ? 1 : 24) * 60 * 60 * 1000
  return next > now ? next : new Date(next.getTime() + period)
}
