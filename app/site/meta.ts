import type { MetaDescriptor } from 'react-router'
import { fund } from '../../content/fund.ts'

/**
 * @param title what the page is; the fund's name is added
 * @param description one or two sentences for a search engine and a shared link
 * @returns what a route's `meta` returns
 */
export function pageMeta(title: string, description: string = fund.description): MetaDescriptor[] {
  const full = `${title} · ${fund.name}`
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
  ]
}
