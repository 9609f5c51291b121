import { href } from 'react-router'
import { calls as callSettings } from '../../../content/call-offers.ts'
import { fund } from '../../../content/fund.ts'
import { hourIn } from '../../../rules/dates.ts'
import { grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { ConversationFilter, ConversationKind } from '../../messages/conversations.ts'
import { counterpartName } from '../../messages/office/words.ts'
import type { ListedUser } from '../../people/server/people-list.ts'
import type { TodayPeople } from '../server/people.ts'
import { counted, listed, pendingLine, type TodayLine } from './line.ts'

/** Characters of a message that are shown. */
const firstWords = 90
/** Calls named in a line. */
const callsNamed = 3

const nameOf = ({ fullName, email }: ListedUser) => fullName || email

/** @returns what there is to do about people; today's calls first */
export function peopleLines({ calls, messages, guests, erasures, invitations }: TodayPeople): TodayLine[] {
  return [
    ...(calls.length > 0 ? [callsLine(calls)] : []),
    ...messageLines(messages),
    ...pendingLine(guests, {
      key: 'guests',
      nouns: ['person joined', 'people joined'],
      nameOf,
      since: guests.total <= guests.first.length ? guests.first.at(-1)?.createdAt : undefined,
      act: 'Accept',
      to: entryOr(guests, withQuery(href('/profile/admin/people'), { show: 'guests' })),
    }),
    ...pendingLine(erasures, {
      key: 'erasures',
      nouns: ['person asked to be erased', 'people asked to be erased'],
      nameOf,
      since: erasures.first[0]?.eraseRequestedAt ?? undefined,
      act: 'Erase',
      to: entryOr(
        erasures,
        withQuery(href('/profile/admin/people'), { show: 'erasures' }),
        '/profile/admin/people/:id/access',
      ),
    }),
    ...pendingLine(invitations, {
      key: 'invitations',
      nouns: ['invitation not accepted yet', 'invitations not accepted yet'],
      nameOf,
      since: invitations.first[0]?.invitedAt ?? undefined,
      act: 'Send again',
      to: withQuery(href('/profile/admin/people'), { show: 'invited' }),
    }),
  ]
}

/** @returns the page of the only one, where it is handled; with several, the list */
function entryOr(
  { total, first: [only] }: TodayPeople['guests'],
  list: string,
  page:
    | '/profile/admin/people/:id/overview'
    | '/profile/admin/people/:id/access' = '/profile/admin/people/:id/overview',
): string {
  return total === 1 && only ? href(page, { id: only.id }) : list
}

function callsLine(calls: TodayPeople['calls']): TodayLine {
  const [first] = calls
  return {
    key: 'calls',
    ...counted(calls.length, 'call today', 'calls today'),
    which: listed(
      calls
        .slice(0, callsNamed)
        .map(
          ({ name, kind, startsAt }) =>
            `${hourIn(callSettings.timeZone, startsAt, fund.language)} ${kind} call with ${name}`,
        ),
      calls.length,
    ),
    act: calls.length === 1 ? 'See the call' : 'See the calls',
    to:
      first && calls.length === 1
        ? href('/profile/admin/leads/:id', { id: first.id })
        : withQuery(href('/profile/admin/messages'), { kind: 'calls' satisfies ConversationKind }),
  }
}

/** The newest, and where all of them are. */
function messageLines({ total, newest }: TodayPeople['messages']): TodayLine[] {
  if (!newest) return []
  const rest = total - 1
  const words = newest.excerpt.replaceAll(/\s+/g, ' ').trim()
  const quoted = words.length > firstWords ? `${words.slice(0, firstWords).trimEnd()}…` : words
  return [
    {
      key: 'messages',
      ...counted(total, 'unanswered message or call', 'unanswered messages and calls'),
      which: `${rest > 0 ? 'Newest: ' : ''}${counterpartName(newest)}${quoted && `: “${quoted}”`}`,
      since: newest.lastMessageAt,
      act: 'Answer',
      to: href('/profile/admin/messages/:id', { id: newest.id }),
      ...(rest > 0 && {
        also: {
          label: `See all ${grouped(total)}`,
          to: withQuery(href('/profile/admin/messages'), { show: 'new' satisfies ConversationFilter }),
        },
      }),
    },
  ]
}
