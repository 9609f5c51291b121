import { privacy } from '../../content/legal/privacy.ts'
import { Legal } from './legal.tsx'
import { pageMeta } from './meta.ts'

export const meta = () => pageMeta(privacy.title, privacy.description)

export default function Privacy() {
  return <Legal document={privacy} />
}
