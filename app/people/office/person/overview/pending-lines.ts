import { href } from 'react-router'
import { daysBetween, formatDay } from '../../../../../rules/days.ts'
import { formatCents, sumCents } from '../../../../../rules/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { reviewableStates } from '../../../../../rules/workflows.ts'
import type { OwnNote } from '../../../../holdings/server/note-facts.ts'
import { closedStates, isIn } from '../../../../notes/note-states.ts'
import { formatDayOf } from '../../../../notes/short-days.ts'
import { chosenInWords } from '../../../../register/office/maturities/choice-in-words.ts'
import { counted, listed, type TodayLine } from '../../../../today/office/line.ts'
import type { ListedUser } from '../../../server/people-list.ts'
import type { Overview } from './load-overview.ts'
import { missingWords } from './verification-words.ts'

/** Up to this many late payments and maturing notes have their own line. */
const named = 3
/** Characters of a message's preview. */
const firstWords = 90

const onNote = (id: string) => href('/profile/admin/register/notes/:id', { id })
const onVerification = (id: string) => href('/profile/admin/accreditation/:id', { id })

/** @returns pending items about an investor on the fund's side, late ones first */
export function linesForOffice(account: ListedUser, overview: Overview): TodayLine[] {
  const { id } = account
  const { holdings, documents, toSign, unanswered } = overview
  return [
    ...(holdings ? lateLines(holdings) : []),
    ...messageLine(unanswered),
    ...(account.eraseRequestedAt
      ? [
          {
            key: 'erasure',
            ...counted(1, 'request to erase the account'),
            since: account.eraseRequestedAt,
            act: 'Decide',
            to: href('/profile/admin/people/:id/access', { id }),
          },
        ]
      : []),
    ...openVerifications(overview, true).map(({ title, open }) => ({
      key: `review ${open.id}`,
      ...counted(1, 'verification to review'),
      which: title,
      act: 'Review',
      to: onVerification(open.id),
    })),
    ...openNotes(overview)
      .filter(({ election }) => election)
      .slice(0, named)
      .map(note => ({
        key: `chosen ${note.id}`,
        ...endOf(note),
        which: `Chosen: ${chosenInWords({ ...note.election, choice: note.election?.choice ?? null })}`,
        since: note.election?.madeAt,
        act: 'See the note',
      })),
    ...countLine(toSign.toConfirm, 'signature to confirm', 'signatures to confirm', {
      key: 'to confirm',
      act: 'Confirm',
      to: href('/profile/admin/people/:id/signing', { id }),
    }),
    ...countLine(documents.newForOffice, 'new file from them', 'new files from them', {
      key: 'files',
      act: 'Review',
      to: withQuery(href('/profile/admin/documents'), { state: 'new', owner: account.email }),
    }),
    ...countLine(documents.deleteRequests, 'delete request', 'delete requests', {
      key: 'deletes',
      act: 'Decide',
      to: href('/profile/admin/delete-requests'),
    }),
  ]
}

/** @returns an investor's own pending items */
export function linesForPerson({ id }: ListedUser, overview: Overview): TodayLine[] {
  const { toSign, requestedDocuments } = overview
  const signing = href('/profile/admin/people/:id/signing', { id })
  return [
    ...openNotes(overview)
      .filter(({ pendingStep }) => pendingStep)
      .slice(0, named)
      .map(note => ({
        key: `ends ${note.id}`,
        ...endOf(note),
        which:
          note.pendingStep === 'choice'
            ? `To choose${note.lastElectionDay ? ` by ${formatDay(note.lastElectionDay)}` : ''}`
            : 'To verify for the renewal',
        act: 'See the note',
      })),
    ...openVerifications(overview, false).map(({ title, open }) => ({
      key: `verify ${open.id}`,
      ...counted(1, 'verification to finish'),
      which: [title, missingWords(open)].filter(Boolean).join('. '),
      act: 'See it',
      to: onVerification(open.id),
    })),
    ...countLine(toSign.unsigned, 'document to sign', 'documents to sign', { key: 'sign', act: 'Remind', to: signing }),
    ...countLine(requestedDocuments.length, 'document to send', 'documents to send', {
      key: 'asked',
      which: listed(
        requestedDocuments.slice(0, named).map(({ name, dueOn }) => (dueOn ? `${name}, by ${formatDay(dueOn)}` : name)),
        requestedDocuments.length,
      ),
      act: 'Remind',
      to: signing,
    }),
  ]
}

function countLine(count: number, one: string, several: string, line: Omit<TodayLine, 'figure' | 'what'>): TodayLine[] {
  return count > 0 ? [{ ...line, ...counted(count, one, several) }] : []
}

function lateLines({ late, today }: NonNullable<Overview['holdings']>): TodayLine[] {
  const rest = late.slice(named)
  return [
    ...late.slice(0, named).map(({ id, number, payDate, cents }) => ({
      key: `late ${id} ${payDate}`,
      figure: formatCents(cents),
      what: `${number}, ${countOf(daysBetween(payDate, today), 'day')} late`,
      which: `Due ${formatDayOf(payDate, today)}, not recorded`,
      act: 'See the note',
      to: onNote(id),
      isLate: true,
    })),
    ...(rest.length > 0
      ? [
          {
            key: 'late',
            figure: formatCents(sumCents(rest.map(({ cents }) => cents))),
            what: countOf(rest.length, 'more late payment'),
            act: 'See all',
            to: href('/profile/admin/register/due'),
            isLate: true,
          },
        ]
      : []),
  ]
}

function messageLine({ total, newest }: Overview['unanswered']): TodayLine[] {
  if (!newest) return []
  const words = newest.excerpt.replaceAll(/\s+/g, ' ').trim()
  return [
    {
      key: 'messages',
      ...counted(total, 'unanswered message', 'unanswered messages'),
      which: words.length > firstWords ? `“${words.slice(0, firstWords).trimEnd()}…”` : `“${words}”`,
      since: newest.lastMessageAt,
      act: 'Answer',
      to: href('/profile/admin/messages/:id', { id: newest.id }),
    },
  ]
}

function endOf({ id, number, outstandingCents, maturityDate }: OwnNote): Pick<TodayLine, 'figure' | 'what' | 'to'> {
  return {
    figure: formatCents(outstandingCents),
    what: `${number}, matures ${maturityDate ? formatDay(maturityDate) : ''}`,
    to: onNote(id),
  }
}

/** Closed notes have no maturity ahead. */
const openNotes = ({ holdings }: Overview) => (holdings?.notes ?? []).filter(({ state }) => !isIn(closedStates, state))

/** @param isSent verifications under review by the fund, or those that holders still work on */
function openVerifications({ holdings, verifications }: Overview, isSent: boolean) {
  return (holdings?.holders ?? []).flatMap(({ id, name: title }) => {
    const open = verifications[id]?.open
    const isReviewable = open && (reviewableStates as readonly string[]).includes(open.state)
    return open && isReviewable === isSent ? [{ title, open }] : []
  })
}
