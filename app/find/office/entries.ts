import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { withQuery } from '../../../rules/url.ts'
import { kindWords } from '../../messages/office/words.ts'
import { standingOf } from '../../notes/standing.ts'
import type { Found, FoundForOffice, FoundKind } from '../server/find-for-office.ts'
import type { Entry, Group } from './entry.ts'
import { findPlaces } from './places.ts'

const kinds: Record<FoundKind, string> = {
  person: 'People',
  holder: 'Holders',
  note: 'Notes',
  document: 'Documents',
  conversation: 'Conversations',
}

/** @returns the results by kind, after the office's pages with matching names */
export function groupsOf(search: string, { found, more }: FoundForOffice): Group[] {
  const places: Group = { key: 'place', label: 'Pages', entries: findPlaces(search) }
  const ofKinds = Object.entries(kinds).map(([kind, label]): Group => {
    const entries = found.filter(each => each.kind === kind).map(entryOf)
    const isCut = more.some(each => each === kind)
    return { key: kind, label, entries: isCut ? [...entries, ...allOf(kind as FoundKind, search)] : entries, isCut }
  })
  return [places, ...ofKinds].filter(({ entries }) => entries.length > 0)
}

/** A link to the list with all results of a kind, if there is one. */
function allOf(kind: FoundKind, search: string): Entry[] {
  const list = {
    person: { name: 'All people found', to: href('/profile/admin/people') },
    holder: { name: 'All holders found', to: href('/profile/admin/holders') },
  }[kind as string]
  return list ? [{ key: `all of ${kind}`, name: list.name, to: withQuery(list.to, { q: search }), about: [] }] : []
}

function entryOf(found: Found): Entry {
  const { id, name, about, at } = found
  return {
    key: id,
    to: addressOf(found),
    name: name ?? visitorWords(found.visitor),
    about: found.pays ? [...about, `pays ${formatCents(found.pays)}`] : about,
    ...(found.cents !== null && { figure: formatCents(found.cents) }),
    ...(at && { at }),
    ...badgeOf(found),
  }
}

function addressOf({ kind, id }: Found): string {
  switch (kind) {
    case 'person':
      return href('/profile/admin/people/:id/overview', { id })
    case 'holder':
      return href('/profile/admin/holders/:id', { id })
    case 'note':
      return href('/profile/admin/register/notes/:id', { id })
    case 'document':
      // Over everyone's documents, where the managed person doesn't change.
      return withQuery(href('/profile/admin/documents'), { document: id })
    case 'conversation':
      return href('/profile/admin/messages/:id', { id })
  }
}

function visitorWords(visitor: string | null): string {
  const isCall = visitor === 'phone' || visitor === 'video'
  return kindWords({ kind: isCall ? visitor : 'message', topic: visitor === 'consultation' ? visitor : 'question' })
}

const badges: Record<string, NonNullable<Entry['badge']>> = {
  erased: { label: 'Erased', tone: 'plain' },
  disabled: { label: 'Access closed', tone: 'danger' },
  guest: { label: 'Guest', tone: 'warning' },
  delegate: { label: 'Shared access', tone: 'plain' },
  administrator: { label: 'Admin', tone: 'plain' },
  frozen: { label: 'Frozen', tone: 'warning' },
  unanswered: { label: 'Unanswered', tone: 'warning' },
  done: { label: 'Done', tone: 'plain' },
}

function badgeOf({ kind, state, late }: Found): Pick<Entry, 'badge'> {
  if (kind !== 'note') return state && badges[state] ? { badge: badges[state] } : {}
  // Most notes are current, so that isn't mentioned.
  if (state === null || (state === 'current' && !late)) return {}
  return { badge: standingOf({ state, late }) }
}
