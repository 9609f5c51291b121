import { href } from 'react-router'
import { formatCents, sumCents } from '../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { OpenApproval } from '../../../../server/approvals/approvals-list.ts'
import type { TodayMoney } from '../../../../server/today/money.ts'
import { listed, type TodayLine } from './line.ts'

/** Requests of one kind that are named. */
const shown = 3

/** @returns what the reader may decide on, then what waits for somebody else; a line for each kind */
export function approvalLines({ toDecide, withOthers, otherDecider }: TodayMoney): TodayLine[] {
  const [own, others] = [withOthers.filter(({ isOwn }) => isOwn), withOthers.filter(({ isOwn }) => !isOwn)]
  return [
    ...byKind(toDecide).map(group => ({
      ...lineOf(group, 'decide', group.length === 1 ? 'waits for you' : 'wait for you'),
      act: 'Decide',
      to: togetherOrAll(group),
    })),
    ...[own, others].flatMap((requests, at) =>
      byKind(requests).map(group => {
        const whom = at === 0 && otherDecider ? otherDecider : 'somebody else'
        return {
          ...lineOf(group, at === 0 ? 'own' : 'others', `${group.length === 1 ? 'waits' : 'wait'} for ${whom}`),
          act: 'See',
          to: href('/profile/admin/approvals'),
        }
      }),
    ),
  ]
}

/** @returns groups of one kind each, oldest first within it; those about money come first */
function byKind(requests: readonly OpenApproval[]): [OpenApproval, ...OpenApproval[]][] {
  const groups = [...Map.groupBy(requests, ({ kind }) => kind).values()] as [OpenApproval, ...OpenApproval[]][]
  return groups.sort(([a], [b]) => Number(a.nouns === null) - Number(b.nouns === null))
}

/** @param group of one kind, oldest first @param waits such as 'waits for you' */
function lineOf(group: [OpenApproval, ...OpenApproval[]], turn: string, waits: string) {
  const [{ kind, nouns, title, summary, askedAt }] = group
  const amounts = group.flatMap(({ cents }) => cents ?? [])
  const summaries = listed(
    group.slice(0, shown).map(each => each.summary),
    group.length,
  )
  const line = nouns
    ? {
        figure: formatCents(sumCents(amounts)),
        what: `${countOf(group.length, ...nouns)} recorded, ${waits}`,
        which: `${summaries}. Asked by ${askersOf(group)}`,
      }
    : {
        figure: grouped(group.length),
        what: group.length === 1 ? summary : title,
        which: `${group.length === 1 ? '' : `${summaries}. `}${capitalized(waits)}, asked by ${askersOf(group)}`,
      }
  return { key: `${turn} ${kind}`, ...line, since: askedAt }
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function askersOf(group: readonly OpenApproval[]): string {
  const names = [...new Set(group.map(({ isOwn, askedBy }) => (isOwn ? 'you' : askedBy)))]
  return names.join(' and ')
}

/** Several of a kind that may be approved together have a page for it. */
function togetherOrAll(group: [OpenApproval, ...OpenApproval[]]): string {
  const [{ kind, nouns }] = group
  return nouns && group.length > 1
    ? withQuery(href('/profile/admin/approvals/together'), { kind })
    : href('/profile/admin/approvals')
}
