import type { MetaDescriptor } from 'react-router'
import { fund } from '../../content/fund.ts'

/** @returns the document title of a page: `title` and the fund's name */
export function pageTitle(title: string): string {
  return `${title} · ${fund.name}`
}

/**
 * @param title the page's name; the fund's name is added
 * @param description one or two sentences for search results and shared links
 * @returns the meta descriptors for a route's `meta` function
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
