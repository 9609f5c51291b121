import { guide } from '../../content/guide.ts'
import { Legal } from './legal.tsx'
import { pageMeta } from './meta.ts'

export const meta = () => pageMeta(guide.title, guide.description)

export default function Guide() {
  return <Legal document={guide} />
}
