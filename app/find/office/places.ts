import { href } from 'react-router'
import { type AdminPage, places as all, type Place } from '../../shell/office/admin-pages.ts'
import { addressOf } from '../../shell/office/office-location.ts'
import type { Entry } from './entry.ts'

/** A page of the office, with further search terms. */
interface FindablePage extends Entry {
  also: string
  /** Listed before anything is typed. */
  isUsual: boolean
}

const pages: readonly FindablePage[] = [
  ...all.flatMap(place => place.pages.flatMap((page, index) => findable(place, page, index === 0))),
  own(href('/profile/admin/holders/new'), 'New holder', 'titles', false),
  own(href('/profile/settings'), 'Settings', 'passkeys mail sessions my own account', true),
]

/** @param isUsual the page linked from its section's name */
function findable({ label: place }: Place, page: AdminPage, isUsual: boolean): FindablePage[] {
  const { label, also = '' } = page
  if (!label) return []
  const to = addressOf(page)
  return [{ key: to, to, name: label, about: label === place ? [] : [place], also, isUsual }]
}

function own(to: string, name: string, also: string, isUsual: boolean): FindablePage {
  return { key: to, to, name, about: [], also, isUsual }
}

/** The default pages, for a search without words. */
export const usualPlaces: readonly Entry[] = pages.filter(({ isUsual }) => isUsual)

const most = 4

/** @returns the pages with a name or search term that contains each word as a prefix; matches in names come first */
export function findPlaces(search: string): Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const begins = (text: string) => words.every(word => ` ${text.toLowerCase()}`.includes(` ${word}`))
  const named = pages.filter(({ name }) => begins(name))
  const meant = pages.filter(each => !named.includes(each) && begins([each.name, ...each.about, each.also].join(' ')))
  return [...named, ...meant].slice(0, most)
}

/** @returns the page at an address, if it is one of those */
export function placeAt(pathname: string): Entry | undefined {
  return pages.find(({ to }) => to === pathname)
}
