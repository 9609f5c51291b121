import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { OpenApproval } from '../../approvals/server/approvals-list.ts'
import type { TodayMoney } from '../server/money.ts'
import { capitalized, listed, type TodayLine } from './line.ts'

/** Requests of one kind that are named. */
const shown = 3

/** @returns what the reader may decide on, then what needs another approver; a line for each kind */
export function approvalLines({ toDecide, withOthers, otherApprover }: TodayMoney): TodayLine[] {
  const [own, others] = [withOthers.filter(({ isOwn }) => isOwn), withOthers.filter(({ isOwn }) => !isOwn)]
  const another = 'another approver’s approval'
  return [
    ...byKind(toDecide).map(group => ({
      ...lineOf(group, 'decide', 'your approval'),
      act: 'Review',
      to: batchOrList(group),
    })),
    ...[own, others].flatMap((requests, at) =>
      byKind(requests).map(group => ({
        ...lineOf(
          group,
          at === 0 ? 'own' : 'others',
          at === 0 && otherApprover ? `${otherApprover}’s approval` : another,
        ),
        act: 'See',
        to: href('/profile/admin/approvals'),
      })),
    ),
  ]
}

/** @returns groups of one kind each, oldest first within it; those about money come first */
function byKind(requests: readonly OpenApproval[]): [OpenApproval, ...OpenApproval[]][] {
  const groups = [...Map.groupBy(requests, ({ kind }) => kind).values()] as [OpenApproval, ...OpenApproval[]][]
  return groups.sort(([a], [b]) => Number(a.nouns === null) - Number(b.nouns === null))
}

/** @param group of one kind, oldest first @param approver the needed approval, such as 'your approval' */
function lineOf(group: [OpenApproval, ...OpenApproval[]], turn: string, approver: string) {
  const [{ kind, nouns, cents, title, summary, requestedAt }] = group
  const needs = `${group.length === 1 ? 'needs' : 'need'} ${approver}`
  const by = `Requested by ${askersOf(group)}`
  // Of several payments, their number says more than a paragraph of each; their sum is typed from the bank's page.
  const line = nouns
    ? {
        figure: group.length === 1 ? formatCents(cents ?? 0n) : grouped(group.length),
        what: `${group.length === 1 ? countOf(1, ...nouns) : capitalized(nouns[1])} ${needs}`,
        which: group.length === 1 ? `${summary}. ${by}` : by,
      }
    : {
        figure: grouped(group.length),
        what: group.length === 1 ? summary : title,
        which: [
          ...(group.length === 1
            ? []
            : [
                listed(
                  group.slice(0, shown).map(each => each.summary),
                  group.length,
                ),
              ]),
          capitalized(needs),
          by,
        ].join('. '),
      }
  return { key: `${turn} ${kind}`, ...line, since: requestedAt }
}

function askersOf(group: readonly OpenApproval[]): string {
  const names = [...new Set(group.map(({ isOwn, requestedBy }) => (isOwn ? 'you' : requestedBy)))]
  return names.join(' and ')
}

/** Several of a kind that may be approved together have a page for it. */
function batchOrList(group: [OpenApproval, ...OpenApproval[]]): string {
  const [{ kind, nouns }] = group
  return nouns && group.length > 1
    ? withQuery(href('/profile/admin/approvals/together'), { kind })
    : href('/profile/admin/approvals')
}
