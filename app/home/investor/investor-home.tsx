import './tax-row.module.css'
import { href } from 'react-router'
import { callAction } from '../../../content/calls-offered.ts'
import { fund } from '../../../content/fund.ts'
import { investorContact } from '../../../content/investor-contact.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { DocumentsPage } from '../../documents/investor/documents-page.tsx'
import { investorTools } from '../../documents/investor/investor-tools.tsx'
import type { DocumentsData } from '../../documents/investor/load-documents.ts'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import { Button } from '../../shell/ui/button.tsx'
import style from './contact-card.module.css'
import { HomeSummary } from './home-summary.tsx'
import type { TaxRowProps } from './tax-row.tsx'

// Among the page's own styles, so that it arrives styled.

/** For holders of notes only; without a `<Suspense>`, as in home-summary.tsx. */
const TaxRow = lazyWithFallback<TaxRowProps>(
  () => import('./next-and-pending.tsx').then(({ TaxRow }) => ({ default: TaxRow })),
  () => null,
)

/** An investor's home: pending items, news, their documents, and the fund's contact. */
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
      aside={
        home && <ContactCard canInvest={home.canInvest} isCallOffered={!home.asksDetails && home.step === 'talk'} />
      }
    />
  )
}

/**
 * The fund's contact for an investor.
 * @param canInvest whether an offering is open to them
 * @param isCallOffered whether the steps above it offer the same call already
 */
function ContactCard({ canInvest, isCallOffered }: { canInvest: boolean; isCallOffered: boolean }) {
  const { name, text, booking } = investorContact
  return (
    <aside className={style.contact} aria-label="Your contact">
      <h2>Your contact</h2>
      <p className={style.name}>{name}</p>
      <p className={style.text}>
        <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>
        <br />
        {text}
      </p>
      <div className={style.ways}>
        <Button size="small" to={href('/profile/messages/new')}>
          Message
        </Button>
        {canInvest && (
          <Button size="small" to={href('/profile/subscribe')}>
            Invest
          </Button>
        )}
        {!isCallOffered && (
          <Button size="small" to={booking}>
            {callAction}
          </Button>
        )}
      </div>
    </aside>
  )
}
