import { href } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { DocumentsPage } from '../documents/documents-page.tsx'
import { investorTools } from '../documents/investor-tools.tsx'
import type { DocumentsData } from '../documents/load-documents.ts'
import { ContactCard } from './contact-card.tsx'
import { HomeSummary } from './home-summary.tsx'

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
      aside={home && <ContactCard />}
    />
  )
}
