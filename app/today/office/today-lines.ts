import { timeZone } from '../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../rules/dates.ts'
import type { Today } from '../server/today.ts'
import { documentLines, sealLines, siteLines } from './document-lines.ts'
import type { TodayLine } from './line.ts'
import { moneyLines, nothingOfMoney } from './money-lines.ts'
import { peopleLines } from './people-lines.ts'

/** Lines that belong together, the most urgent first. */
export interface TodayGroup {
  key: string
  title: string
  lines: TodayLine[]
  /** Said where there are none. */
  empty: string
}

const onDay = (time: Date) => isoDayIn(timeZone, time)

/** @returns the groups by urgency, without those that can't have lines on this site */
export function todayGroups(today: Today): TodayGroup[] {
  const { today: day, until, usesRegister } = today.money
  const site = siteLines(today.documents)
  const money = moneyLines(today.money)
  // For today's lines the page's own date says since when.
  const dated = (lines: TodayLine[]) =>
    lines.map(line => (line.since && onDay(line.since) >= day ? { ...line, since: undefined } : line))
  const seals = sealLines(today.documents)
  const groups = [
    ...(seals.length > 0 ? [{ key: 'seals', title: 'Seals', lines: seals, empty: '' }] : []),
    ...(usesRegister || money.length > 0
      ? [{ key: 'money', title: 'Money', lines: money, empty: nothingOfMoney(until) }]
      : []),
    {
      key: 'people',
      title: 'People',
      lines: peopleLines(today.people),
      empty: 'No unanswered messages, and no one to accept.',
    },
    {
      key: 'papers',
      title: 'Documents and signatures',
      lines: documentLines(today.documents),
      empty: 'No files, signatures or requests to handle.',
    },
    ...(site.length > 0 ? [{ key: 'site', title: 'The site', lines: site, empty: '' }] : []),
  ]
  return groups.map(group => ({ ...group, lines: dated(group.lines) }))
}
