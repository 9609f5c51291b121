import { href } from 'react-router'
import { calls as callSettings } from '../../../../content/call-offers.ts'
import { fund } from '../../../../content/fund.ts'
import type { ConversationFilter, ConversationKind } from '../../../../rules/conversations.ts'
import { hourIn } from '../../../../rules/dates.ts'
import { grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { TodayPeople } from '../../../../server/today/people.ts'
import { counterpartName } from '../messages/words.ts'
import { counted, listed, type TodayLine, waitingLine } from './line.ts'

/** Characters of a message that say what it is about. */
const firstWords = 90
/** Calls named in a line. */
const callsNamed = 3

const nameOf = ({ name }: { name: string }) => name

/** @returns who waits for the office, and whom it waits for; today's calls first */
export function peopleLines({ calls, messages, guests, erasures, invitations }: TodayPeople): TodayLine[] {
  return [
    ...(calls.length > 0 ? [callsLine(calls)] : []),
    ...messageLines(messages),
    ...waitingLine(guests, {
      key: 'guests',
      nouns: ['person joined', 'people joined'],
      nameOf,
      since: guests.total <= guests.first.length ? guests.first.at(-1)?.since : undefined,
      act: 'Accept',
      to:
        guests.total === 1 && guests.first[0]
          ? href('/profile/admin/people/:id/overview', { id: guests.first[0].id })
          : withQuery(href('/profile/admin/people'), { show: 'guests' }),
    }),
    ...waitingLine(erasures, {
      key: 'erasures',
      nouns: ['person asked to be erased', 'people asked to be erased'],
      nameOf,
      since: erasures.first[0]?.since,
      act: 'Erase',
      to: withQuery(href('/profile/admin/people'), { show: 'erasures' }),
    }),
    ...waitingLine(invitations, {
      key: 'invitations',
      nouns: ['invitation not accepted yet', 'invitations not accepted yet'],
      nameOf,
      since: invitations.first[0]?.since,
      act: 'Send again',
      to: withQuery(href('/profile/admin/people'), { show: 'invited' }),
    }),
  ]
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
          ({ name, kind, starts_at }) =>
            `${hourIn(callSettings.timeZone, starts_at, fund.language)} ${kind} call with ${name}`,
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

/** The one that has waited longest, and where all of them are. */
function messageLines({ total, oldest }: TodayPeople['messages']): TodayLine[] {
  if (!oldest) return []
  const rest = total - 1
  const words = oldest.excerpt.replaceAll(/\s+/g, ' ').trim()
  const quoted = words.length > firstWords ? `${words.slice(0, firstWords).trimEnd()}…` : words
  return [
    {
      key: 'messages',
      ...counted(total, 'unanswered message or call', 'unanswered messages and calls'),
      which: `${rest > 0 ? 'The oldest is from ' : ''}${counterpartName(oldest)}${quoted && `: “${quoted}”`}`,
      since: oldest.lastMessageAt,
      act: rest > 0 ? 'Answer the oldest' : 'Answer',
      to: href('/profile/admin/messages/:id', { id: oldest.id }),
      ...(rest > 0 && {
        also: {
          label: `All ${grouped(total)} that wait`,
          to: withQuery(href('/profile/admin/messages'), { show: 'new' satisfies ConversationFilter }),
        },
      }),
    },
  ]
}
