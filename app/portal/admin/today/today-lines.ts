import { href } from 'react-router'
import { calls as callSettings } from '../../../../content/call-offers.ts'
import { fund } from '../../../../content/fund.ts'
import type { ConversationFilter, ConversationKind } from '../../../../rules/conversations.ts'
import { hourIn } from '../../../../rules/dates.ts'
import { grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { Today } from '../../../../server/today/today.ts'

/** One line of Today: how many of what, which, and where it is done. */
export interface TodayLine {
  key: string
  count: number
  /** What is counted, such as 'delete requests'. */
  what: string
  /** Names of the first few. */
  which?: string
  /** Since when the oldest waits. */
  since?: Date
  /** What to do about it, a verb with its object. */
  act: string
  to: string
}

/** @returns a line for everything of which there is any, the most urgent first */
export function todayLines(today: Today): TodayLine[] {
  return [registerLine(today), ...requestLines(today), ...peopleLines(today)].filter(({ count }) => count > 0)
}

/** Nothing should be paid by a register that disagrees with its ledger. */
function registerLine({ registerDifferences }: Today): TodayLine {
  return {
    key: 'register',
    count: registerDifferences,
    what:
      registerDifferences === 1
        ? 'difference between the register and its ledger'
        : 'differences between the register and its ledger',
    act: 'See which',
    to: href('/profile/admin/system'),
  }
}

function requestLines({ calls, deleteRequests, messages, newFiles }: Today): TodayLine[] {
  return [
    {
      key: 'calls',
      count: calls.length,
      what: calls.length === 1 ? 'call today' : 'calls today',
      which: listed(
        calls.map(
          ({ name, kind, starts_at }) =>
            `${hourIn(callSettings.timeZone, starts_at, fund.language)} ${kind} call with ${name}`,
        ),
        calls.length,
      ),
      act: calls.length === 1 ? 'See the call' : 'See the calls',
      to:
        calls[0] && calls.length === 1
          ? href('/profile/admin/leads/:id', { id: calls[0].id })
          : withQuery(href('/profile/admin/messages'), { kind: 'calls' satisfies ConversationKind }),
    },
    {
      key: 'delete-requests',
      count: deleteRequests.total,
      what: deleteRequests.total === 1 ? 'delete request' : 'delete requests',
      since: deleteRequests.oldest ?? undefined,
      act: 'Decide',
      to: href('/profile/admin/delete-requests'),
    },
    {
      key: 'messages',
      count: messages.total,
      what: messages.total === 1 ? 'unanswered message or call' : 'unanswered messages and calls',
      which: listed(messages.names, messages.total),
      act: 'Answer',
      to: withQuery(href('/profile/admin/messages'), { show: 'new' satisfies ConversationFilter }),
    },
    {
      key: 'files',
      count: newFiles.total,
      what: newFiles.total === 1 ? 'new file from an investor' : 'new files from investors',
      which: listed(
        newFiles.newest.map(({ filename, owner }) => `${filename} from ${owner}`),
        newFiles.total,
      ),
      act: 'Look through',
      to: withQuery(href('/profile/admin/documents'), { state: 'new' }),
    },
  ]
}

function peopleLines({
  guests,
  approvals,
  erasures,
  signatures,
  documentsAsked,
  invitations,
  mail,
  missingFiles,
}: Today): TodayLine[] {
  return [
    {
      key: 'approvals',
      count: approvals,
      what: approvals === 1 ? 'approval waits for you' : 'approvals wait for you',
      act: 'Decide',
      to: href('/profile/admin/approvals'),
    },
    {
      key: 'to-confirm',
      count: signatures.toConfirm,
      what: signatures.toConfirm === 1 ? 'signature to confirm' : 'signatures to confirm',
      act: 'Confirm',
      to: withQuery(href('/profile/admin/outstanding'), { signatures: 'said_signed' }),
    },
    {
      key: 'signatures',
      count: signatures.waiting,
      what: signatures.waiting === 1 ? 'signature we wait for' : 'signatures we wait for',
      act: 'Remind',
      to: href('/profile/admin/outstanding'),
    },
    {
      key: 'documents-asked',
      count: documentsAsked,
      what: documentsAsked === 1 ? 'document we asked for' : 'documents we asked for',
      act: 'Remind',
      to: href('/profile/admin/outstanding'),
    },
    {
      key: 'guests',
      count: guests.total,
      what: guests.total === 1 ? 'person joined' : 'people joined',
      which: listed(guests.names, guests.total),
      act: 'Accept',
      to: withQuery(href('/profile/admin/people'), { show: 'guests' }),
    },
    {
      key: 'erasures',
      count: erasures,
      what: erasures === 1 ? 'person asked to be erased' : 'people asked to be erased',
      act: 'Erase',
      to: withQuery(href('/profile/admin/people'), { show: 'erasures' }),
    },
    {
      key: 'invitations',
      count: invitations.total,
      what: invitations.total === 1 ? 'invitation not accepted yet' : 'invitations not accepted yet',
      since: invitations.oldest ?? undefined,
      act: 'Send again',
      to: withQuery(href('/profile/admin/people'), { show: 'invited' }),
    },
    {
      key: 'mail',
      count: mail.total,
      what: mail.total === 1 ? 'e-mail failed' : 'e-mails failed',
      which:
        mail.refused > 0
          ? `${grouped(mail.refused)} refused by the recipient’s server`
          : 'The mail server doesn’t answer',
      act: 'See why',
      to: href('/profile/admin/mail'),
    },
    {
      key: 'missing-files',
      count: missingFiles,
      what: missingFiles === 1 ? 'document without its file' : 'documents without their file',
      act: 'See which',
      to: href('/profile/admin/system'),
    },
  ]
}

/** @returns the first of several, and how many there are besides; undefined where none is named */
function listed(names: readonly string[], total: number): string | undefined {
  const shown = names.slice(0, 3)
  const more = total - shown.length
  if (shown.length === 0) return undefined
  return more > 0 ? `${shown.join(', ')} and ${grouped(more)} more` : shown.join(', ')
}
