import { href } from 'react-router'
import { daysBetween, formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { formatDayOf } from '../../notes/short-days.ts'
import { choiceInWords } from '../../register/office/maturities/choice-in-words.ts'
import type { OpenPayment } from '../../register/server/due-list.ts'
import type { DueDay } from '../../register/server/due-summary.ts'
import type { MaturingNote } from '../../register/server/maturities.ts'
import type { MaturityTurn, TodayMoney } from '../server/money.ts'
import { approvalLines } from './approval-lines.ts'
import { counted, pendingLine, type TodayLine } from './line.ts'

/** Pay days that have a line of their own. */
const daysShown = 3

/** @returns pending work about the notes and their money, late payments first */
export function moneyLines(money: TodayMoney): TodayLine[] {
  return [
    ...differenceLines(money),
    ...aloneLines(money),
    ...lateLines(money),
    ...approvalLines(money),
    ...dueLines(money),
    ...maturityLines(money),
    ...verificationLines(money),
    ...coveredLines(money),
    ...runLines(money),
  ]
}

/** @returns the sentence where there is nothing to do @param until 'YYYY-MM-DD' */
export function nothingOfMoney(until: string): string {
  return `No payment is late, none is due by ${formatDay(until)}, and nothing needs a decision.`
}

/** Nothing should be paid by a register that disagrees with its ledger. */
function differenceLines({ registerDifferences }: TodayMoney): TodayLine[] {
  if (registerDifferences === 0) return []
  const of = ' between the register and its ledger'
  const line = counted(registerDifferences, `difference${of}`, `differences${of}`)
  return [{ key: 'register', ...line, act: 'See which', to: href('/profile/admin/system'), isLate: true }]
}

/** Where only the reader decides, nothing that takes two people can be approved: no payment, and no new right either. */
function aloneLines({ decidesAlone, usesRegister, withOthers }: TodayMoney): TodayLine[] {
  if (!decidesAlone || !(usesRegister || withOthers.length > 0)) return []
  return [
    {
      key: 'alone',
      figure: '1',
      what: 'person decides, so nothing can be approved',
      which: 'You’re the only approver, and no one can approve their own requests',
      act: 'How to appoint another',
      to: href('/profile/admin/system'),
      isLate: true,
    },
  ]
}

const named = ({ holder, note }: OpenPayment) => `${holder} · ${note}`
const due = (query = {}) => withQuery(href('/profile/admin/register/due'), query)
const onNote = (id: string, query = {}) => withQuery(href('/profile/admin/register/notes/:id', { id }), query)

const sumOf = (days: readonly DueDay[]) => sumCents(days.map(({ cents }) => cents))
const paymentsOf = (days: readonly DueDay[]) => days.reduce((sum, { payments }) => sum + payments, 0)

/** @returns where a day's payments are recorded: one on its note, several in the due list, selected */
function recordAt({ day, payments, first: [only] }: DueDay): string {
  return payments === 1 && only
    ? onNote(only.noteId, { line: String(only.n) })
    : due({ from: day, to: day, select: day })
}

/** @returns the holders of a few payments; nothing where there are more than are named */
function holdersOf({ first, payments }: DueDay): string | undefined {
  return payments > 1 && payments === first.length ? `To ${first.map(named).join(', ')}` : undefined
}

function lateLines({ due: { late }, today }: TodayMoney): TodayLine[] {
  const rest = late.slice(daysShown)
  const [since] = rest
  return [
    ...late.slice(0, daysShown).map(group => {
      const { day, payments, cents, first } = group
      const [only] = payments === 1 ? first : []
      return {
        key: `late ${day}`,
        figure: formatCents(cents),
        what: `${only ? named(only) : countOf(payments, 'payment')}, ${countOf(daysBetween(day, today), 'day')} late`,
        which: [`Due ${formatDayOf(day, today)}, not recorded`, holdersOf(group)].filter(Boolean).join('. '),
        act: 'Record',
        to: recordAt(group),
        isLate: true,
      }
    }),
    ...(since
      ? [
          {
            key: 'late',
            figure: formatCents(sumOf(rest)),
            what: `${countOf(paymentsOf(rest), 'more late payment')}`,
            which: `Due ${formatDayOf(since.day, today)} or later, not recorded. ${formatCents(sumOf(late))} late in all`,
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
    ...days.slice(0, daysShown).map(group => {
      const { day, payments, cents, first } = group
      const [only] = payments === 1 ? first : []
      const on = day === today ? 'today' : formatDayOf(day, today)
      return {
        key: `due ${day}`,
        figure: formatCents(cents),
        what: `${only ? named(only) : countOf(payments, 'payment')}, due ${on}`,
        which: holdersOf(group),
        act: day === today ? 'Record' : 'See',
        to: day === today ? recordAt(group) : due({ from: day, to: day }),
      }
    }),
    ...(later.length > 0
      ? [
          {
            key: 'due later',
            figure: formatCents(sumOf(later)),
            what: `${countOf(paymentsOf(later), 'more payment')}, due by ${formatDayOf(later.at(-1)?.day ?? today, today)}`,
            which: `On ${countOf(later.length, 'day')}`,
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
        what: `${note.holder} · ${note.number}, ${turn === 'toRenew' ? 'matured' : 'matures'} ${formatDayOf(note.maturityDate, today)}`,
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

/** The words for one and for several more. */
const restOf: Record<MaturityTurn, [one: string, several: string]> = {
  toRenew: ['to renew', 'to renew'],
  toChoose: ['without a choice yet', 'without a choice yet'],
  chosen: ['with a choice made', 'with a choice made'],
}

function choiceOf(note: MaturingNote, turn: MaturityTurn, today: string): Pick<TodayLine, 'which' | 'act'> {
  if (turn === 'toChoose')
    return {
      which:
        today > note.window.closes
          ? 'No choice made, so the principal is paid out'
          : `No choice yet. Last day to choose: ${formatDayOf(note.window.closes, today)}`,
      act: 'See the note',
    }
  return {
    which: `Chosen: ${choiceInWords(note, today)}`,
    act: turn === 'chosen' ? 'See the note' : 'Renew',
  }
}

function verificationLines({ toReview, ending }: TodayMoney): TodayLine[] {
  const at = ({ first, total }: TodayMoney['ending']) =>
    first[0] && total === 1
      ? href('/profile/admin/accreditation/:id', { id: first[0].id })
      : href('/profile/admin/accreditation')
  return [
    ...pendingLine(toReview, {
      key: 'to review',
      nouns: ['verification to review', 'verifications to review'],
      nameOf: ({ holderName }) => holderName,
      since: toReview.first[0]?.submittedAt ?? undefined,
      act: 'Review',
      to: at(toReview),
    }),
    ...pendingLine(ending, {
      key: 'ending',
      nouns: ['verification ends soon', 'verifications end soon'],
      nameOf: ({ holderName, validThrough }) => `${holderName} on ${formatDay(validThrough ?? '')}`,
      act: ending.total === 1 ? 'See it' : 'See them',
      to: at(ending),
    }),
  ]
}

function coveredLines({ covered: { late, soon } }: TodayMoney): TodayLine[] {
  const line = (key: string, count: number, what: string, which: string) =>
    count > 0
      ? [
          {
            key,
            ...counted(count, `covered person ${what}`, `covered persons ${what}`),
            which,
            to: href('/profile/admin/covered-persons'),
          },
        ]
      : []
  return [
    ...line('covered late', late, 'not current', 'Nothing can be sold until the register is current').map(each => ({
      ...each,
      act: 'See who',
      isLate: true,
    })),
    ...line('covered soon', soon, 'due soon', 'Their questionnaire has to be confirmed').map(each => ({
      ...each,
      act: 'See who',
    })),
  ]
}

function runLines({ toRelease: { total, runs } }: TodayMoney): TodayLine[] {
  const rest = total - runs.length
  const lines = runs.map(({ id, to, title, documents, noun, createdAt }) => ({
    key: `run ${id}`,
    ...counted(documents, `${noun} to release`, `${noun}s to release`),
    which: title,
    since: createdAt,
    act: 'Review and release',
    to,
  }))
  if (rest <= 0) return lines
  const more = { ...counted(rest, 'more run to release', 'more runs to release'), act: 'See all' }
  return [...lines, { key: 'runs', ...more, to: href('/profile/admin/runs') }]
}
