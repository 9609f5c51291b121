import { href } from 'react-router'
import { formatDay } from '../../../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../../../rules/notes/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { DueInShort, OpenPayment } from '../../../../server/register/due-in-short.ts'
import type { MaturingNote } from '../../../../server/register/maturities.ts'
import type { MaturityTurn, TodayMoney } from '../../../../server/today/money.ts'
import { choiceInWords } from '../register/maturities/choice-in-words.ts'
import { approvalLines } from './approval-lines.ts'
import { counted, listed, type TodayLine, waitingLine } from './line.ts'

/** Pay days that have a line of their own. */
const daysShown = 3

/** @returns what waits of the notes and their money, what is late first */
export function moneyLines(money: TodayMoney): TodayLine[] {
  return [
    ...differenceLines(money),
    ...lateLines(money.due.late),
    ...approvalLines(money),
    ...dueLines(money),
    ...maturityLines(money),
    ...verificationLines(money),
    ...runLines(money),
  ]
}

/** @returns what is said where nothing waits @param until 'YYYY-MM-DD' */
export function nothingOfMoney(until: string): string {
  return `No payment is late, none is due by ${formatDay(until)}, and nothing waits to be decided.`
}

/** Nothing should be paid by a register that disagrees with its ledger. */
function differenceLines({ registerDifferences }: TodayMoney): TodayLine[] {
  if (registerDifferences === 0) return []
  const of = ' between the register and its ledger'
  const line = counted(registerDifferences, `difference${of}`, `differences${of}`)
  return [{ key: 'register', ...line, act: 'See which', to: href('/profile/admin/system'), isLate: true }]
}

const whose = ({ holder, note }: OpenPayment) => `${holder}, ${note}`
const due = (query = {}) => withQuery(href('/profile/admin/register/due'), query)
const onNote = (id: string, query = {}) => withQuery(href('/profile/admin/register/notes/:id', { id }), query)

function lateLines({ payments, cents, first }: DueInShort['late']): TodayLine[] {
  const rest = payments - first.length
  return [
    ...first.map(payment => ({
      key: `late ${payment.noteId} ${payment.n}`,
      figure: formatCents(payment.cents),
      what: `late: ${whose(payment)}`,
      which: `To be paid on ${formatDay(payment.payDate)}, and not recorded`,
      act: 'Record',
      to: onNote(payment.noteId, { line: String(payment.n) }),
      isLate: true,
    })),
    ...(rest > 0
      ? [
          {
            key: 'late',
            figure: formatCents(cents - sumCents(first.map(payment => payment.cents))),
            what: `late: ${countOf(rest, 'more payment')}`,
            which: `${formatCents(cents)} in all`,
            act: 'See all',
            to: due(),
            isLate: true,
          },
        ]
      : []),
  ]
}

function dueLines({ due: { days }, today }: TodayMoney): TodayLine[] {
  const later = days.slice(daysShown)
  return [
    ...days.slice(0, daysShown).map(({ day, payments, cents, first }) => {
      const [only] = payments === 1 ? first : []
      const on = day === today ? 'today' : `on ${formatDay(day)}`
      return {
        key: `due ${day}`,
        figure: formatCents(cents),
        what: only ? `to pay ${on}: ${whose(only)}` : `to pay ${on}, ${countOf(payments, 'payment')}`,
        which: only
          ? undefined
          : listed(
              first.map(({ cents, holder, note }) => `${formatCents(cents)} to ${holder} (${note})`),
              payments,
            ),
        act: day === today ? 'Record' : 'See',
        to: only && day === today ? onNote(only.noteId, { line: String(only.n) }) : due({ from: day, to: day }),
      }
    }),
    ...(later.length > 0
      ? [
          {
            key: 'due later',
            figure: formatCents(sumCents(later.map(({ cents }) => cents))),
            what: `to pay on ${countOf(later.length, 'more day')} by ${formatDay(later.at(-1)?.day ?? today)}`,
            which: countOf(
              later.reduce((sum, { payments }) => sum + payments, 0),
              'payment',
            ),
            act: 'See all',
            to: due(),
          },
        ]
      : []),
  ]
}

const turns: readonly MaturityTurn[] = ['toRenew', 'toChoose', 'chosen']

function maturityLines({ maturities, today }: TodayMoney): TodayLine[] {
  return turns.flatMap(turn => {
    const { total, first } = maturities[turn]
    const rest = total - first.length
    return [
      ...first.map(note => ({
        key: `maturity ${note.id}`,
        figure: formatCents(note.principal),
        what: `${turn === 'toRenew' ? 'matured' : 'matures'} ${formatDay(note.maturityDate)}: ${note.holder}, ${note.number}`,
        ...choiceOf(note, turn, today),
        to: onNote(note.id),
        isLate: turn === 'toRenew',
      })),
      ...(rest > 0
        ? [
            {
              key: `maturities ${turn}`,
              ...counted(rest, `more note ${restOf[turn][0]}`, `more notes ${restOf[turn][1]}`),
              act: 'See all',
              to: href('/profile/admin/register/maturities'),
            },
          ]
        : []),
    ]
  })
}

/** What is said of one and of several more. */
const restOf: Record<MaturityTurn, [one: string, several: string]> = {
  toRenew: ['to renew', 'to renew'],
  toChoose: ['without a choice yet', 'without a choice yet'],
  chosen: ['whose holder has chosen', 'whose holders have chosen'],
}

function choiceOf(note: MaturingNote, turn: MaturityTurn, today: string): Pick<TodayLine, 'which' | 'since' | 'act'> {
  if (turn === 'toChoose')
    return {
      which:
        today > note.window.closes
          ? 'Nothing was chosen: the principal is paid out'
          : `No choice yet. The last day for it is ${formatDay(note.window.closes)}`,
      act: 'See the note',
    }
  return {
    which: `Chosen: ${choiceInWords(note, today)}`,
    since: note.chosenAt ?? undefined,
    act: turn === 'chosen' ? 'See the note' : 'Renew',
  }
}

function verificationLines({ toReview, ending }: TodayMoney): TodayLine[] {
  const at = ({ first, total }: TodayMoney['ending']) =>
    first[0] && total === 1
      ? href('/profile/admin/accreditation/:id', { id: first[0].id })
      : href('/profile/admin/accreditation')
  return [
    ...waitingLine(toReview, {
      key: 'to review',
      nouns: ['verification to review', 'verifications to review'],
      nameOf: ({ holderName }) => holderName,
      since: toReview.first[0]?.submittedAt ?? undefined,
      act: 'Review',
      to: at(toReview),
    }),
    ...waitingLine(ending, {
      key: 'ending',
      nouns: ['verification ends soon', 'verifications end soon'],
      nameOf: ({ holderName, validThrough }) => `${holderName} on ${formatDay(validThrough ?? '')}`,
      act: ending.total === 1 ? 'See it' : 'See them',
      to: at(ending),
    }),
  ]
}

function runLines({ runs: { total, first } }: TodayMoney): TodayLine[] {
  const rest = total - first.length
  const lines = first.map(({ id, title, statements, since }) => ({
    key: `run ${id}`,
    ...counted(statements, 'statement to release', 'statements to release'),
    which: title,
    since,
    act: 'Look and release',
    to: href('/profile/admin/statements/:id', { id }),
  }))
  if (rest <= 0) return lines
  const more = { ...counted(rest, 'more run to release', 'more runs to release'), act: 'See all' }
  return [...lines, { key: 'runs', ...more, to: href('/profile/admin/statements') }]
}
