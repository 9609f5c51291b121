import { href } from 'react-router'
import { type AdminPage, adminPages } from '../admin-pages.ts'
import type { Entry } from './entry.ts'

/** A page of the office, with other words that lead to it. */
interface Place extends Entry {
  also: string
  /** Listed while nothing is typed. */
  isUsual: boolean
}

/** Words for pages that their names don't say, by address below `/profile/admin`. */
const otherWords: Record<string, string> = {
  today: 'home waiting',
  people: 'people persons investors guests invite accept',
  documents: 'papers files',
  'delete-requests': 'deletions',
  outstanding: 'signatures signing asked reminders',
  register: 'notes promissory',
  'register/due': 'payments late overdue',
  'register/maturities': 'elections choices renewals',
  'register/sales': 'blue sky form d filings',
  'register/balance': 'ledger accounts',
  'register/journal': 'bookkeeping accounting',
  'register/interest': '1099 tax',
  'register/bank': 'payments',
  'register/import': 'csv',
  holders: 'titles owners',
  'holders/new': 'titles',
  accreditation: 'verification accredited evidence binder',
  statements: 'quarterly runs',
  approvals: 'second person approve',
  access: 'rights administrators review',
  audit: 'audit history who',
  system: 'backups queues storage',
  mail: 'bounced mail',
}

const pages = placesIn(href('/profile/admin'), adminPages)

const places: readonly Place[] = [
  ...pages.slice(0, 1),
  place(href('/profile/admin/messages'), 'Messages', 'inbox conversations visitors calls leads', true),
  ...pages.slice(1),
  place(href('/profile/admin/holders/new'), 'New holder', otherWords['holders/new'], false),
  place(href('/profile/settings'), 'Settings', 'passkeys mail sessions my own account', true),
]

function placesIn(at: string, all: readonly AdminPage[], parent?: string): Place[] {
  return all.flatMap(({ path, label, shown, parts }) => {
    const to = `${at}/${path}`
    const below = to.slice(href('/profile/admin').length + 1)
    const isOwn = label && path !== ''
    return [
      ...(isOwn ? [place(to, label, otherWords[below], !shown && !parent, parent)] : []),
      ...(parts ? placesIn(to, parts, label) : []),
    ]
  })
}

function place(to: string, name: string, also = '', isUsual: boolean, parent?: string): Place {
  return { key: to, to, name, about: parent ? [parent] : [], also, isUsual }
}

/** The pages that are always there, for a search without words. */
export const usualPlaces: readonly Entry[] = places.filter(({ isUsual }) => isUsual)

/** How many pages a search lists. */
const most = 4

/** @returns the pages in whose names, or other words, each word of a search begins one; those that it names come first */
export function findPlaces(search: string): Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const begins = (text: string) => words.every(word => ` ${text.toLowerCase()}`.includes(` ${word}`))
  const named = places.filter(({ name }) => begins(name))
  const meant = places.filter(each => !named.includes(each) && begins([each.name, ...each.about, each.also].join(' ')))
  return [...named, ...meant].slice(0, most)
}

/** @returns the page at an address, where it is one of those */
export function placeAt(pathname: string): Entry | undefined {
  return places.find(({ to }) => to === pathname)
}
