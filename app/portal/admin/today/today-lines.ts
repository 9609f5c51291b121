import type { Today } from '../../../../server/today/today.ts'
import type { TodayLine } from './line.ts'
import { moneyLines, nothingOfMoney } from './money-lines.ts'
import { paperLines, siteLines } from './paper-lines.ts'
import { peopleLines } from './people-lines.ts'

/** Lines that belong together, the most urgent first. */
export interface TodayGroup {
  key: string
  title: string
  lines: TodayLine[]
  /** Said where there are none. */
  empty: string
}

/** @returns the groups in the order of their urgency; one that nothing can ever be in is left out */
export function todayGroups(today: Today): TodayGroup[] {
  const { until, usesRegister } = today.money
  const site = siteLines(today.papers)
  const money = moneyLines(today.money)
  return [
    ...(usesRegister || money.length > 0
      ? [{ key: 'money', title: 'Money', lines: money, empty: nothingOfMoney(until) }]
      : []),
    {
      key: 'people',
      title: 'People',
      lines: peopleLines(today.people),
      empty: 'Everyone has an answer, and nobody waits to be let in.',
    },
    {
      key: 'papers',
      title: 'Papers',
      lines: paperLines(today.papers),
      empty: 'No file, signature or request waits.',
    },
    ...(site.length > 0 ? [{ key: 'site', title: 'The site', lines: site, empty: '' }] : []),
  ]
}
