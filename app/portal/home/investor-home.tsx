import { href } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { DocumentsPage } from '../documents/documents-page.tsx'
import { investorTools } from '../documents/investor-tools.tsx'
import type { DocumentsData } from '../documents/load-documents.ts'
import { ContactCard } from './contact-card.tsx'
import { HomeSummary } from './home-summary.tsx'
import type { TaxRowProps } from './tax-row.tsx'
// Among the page's own styles, so that it arrives styled.
import './tax-row.module.css'

/** For holders of notes only; without a `<Suspense>`, as in home-summary.tsx. */
const TaxRow = lazyWithFallback<TaxRowProps>(
  () => import('./next-and-waiting.tsx').then(({ TaxRow }) => ({ default: TaxRow })),
  () => null,
)

/** What an investor comes back to: what needs them and what is new, their documents, and whom to ask. */
export function InvestorHome({ me, ...loaded }: DocumentsData & { me: Actor }) {
  const { home } = loaded
  return (
    <DocumentsPage
      {...loaded}
      me={me}
      page={href('/profile')}
      tools={investorTools}
      top={home && <HomeSummary me={me} home={home} />}
      first={home?.held && <TaxRow newest={home.tax} ahead={home.taxAhead} />}
      aside={home && <ContactCard isCallOffered={!home.asksDetails && home.step === 'talk'} />}
    />
  )
}
