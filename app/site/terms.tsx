import { terms } from '../../content/legal/terms.ts'
import { Legal } from './legal.tsx'
import { pageMeta } from './meta.ts'

export const meta = () => pageMeta(terms.title, terms.description)

export default function Terms() {
  return <Legal document={terms} />
}
