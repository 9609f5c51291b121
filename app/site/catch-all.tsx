import { data } from 'react-router'
import { pageMeta } from './meta.ts'
import { NotFound } from './not-found.tsx'

/** Every address that is no page. The status says so, to machines as well. */
export function loader() {
  return data(null, { status: 404 })
}

export const meta = () => [...pageMeta('Page not found'), { name: 'robots', content: 'noindex' }]

export default NotFound
