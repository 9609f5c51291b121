import type { MetaDescriptor } from 'react-router'
import { fund } from '../../content/fund.ts'

/** @returns what a browser's tab says of a page */
export function pageTitle(title: string): string {
  return `${title} · ${fund.name}`
}

/**
 * @param title what the page is; the fund's name is added
 * @param description one or two sentences for a search engine and a shared link
 * @returns what a route's `meta` returns
 */
export function pageMeta(title: string, description: string = fund.description): MetaDescriptor[] {
  const full = pageTitle(title)
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
  ]
}
