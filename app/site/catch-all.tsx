import { data } from 'react-router'
import { pageMeta } from './meta.ts'
import { NotFound } from './not-found.tsx'

/** The route of every address without a page. */
export function loader() {
  return data(null, { status: 404 })
}

export const meta = () => [...pageMeta('Page not found'), { name: 'robots', content: 'noindex' }]

export default NotFound
