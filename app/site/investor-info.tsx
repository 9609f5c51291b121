import { useLocation } from 'react-router'
import { fund } from '../../content/fund.ts'
import { investorInfo } from '../../content/investor-info.ts'
import { requestDocuments } from '../../content/navigation.ts'
import { Button } from '../shell/ui/button.tsx'
import type { Route } from './+types/investor-info'
import { Calculator } from './calculator/calculator.tsx'
import { Entries } from './entries.tsx'
import style from './investor-info.module.css'
import { pageMeta } from './meta.ts'
import { PageIntro } from './page-intro.tsx'
import { PageSection } from './page-section.tsx'
import { TierTable } from './tier-table.tsx'
import '../shell/styles/layout.css'

export const meta = () => pageMeta(investorInfo.title, investorInfo.description)

/** The calculator's inputs are in the address, and the page is rendered with them for browsers without scripts, too. */
export const loader = ({ request }: Route.LoaderArgs) => ({ search: new URL(request.url).search })
/** The browser knows the address, so the server needn't be asked. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => ({ search: new URL(request.url).search })

/** Rates, the returns calculator, and reasons to invest (specification section 2). */
export default function InvestorInfo({ loaderData }: Route.ComponentProps) {
  const { key } = useLocation()
  const { heading, lead, rates, calculator, reasons, closing } = investorInfo
  return (
    <>
      <PageIntro heading={heading} lead={lead} />
      <PageSection id="rates" heading={rates.heading}>
        <TierTable caption={rates.caption} />
        <p className="quiet long-measure">{rates.note}</p>
      </PageSection>
      <PageSection id="payments" heading={calculator.heading} broad>
        <Calculator key={key} renderedSearch={loaderData.search} />
        <div className={`quiet ${style.conditions}`}>
          {calculator.conditions.map(text => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </PageSection>
      <PageSection
        id="reasons"
        heading={reasons.heading}
        aside={
          <>
            <Button to={reasons.deck.to}>{reasons.deck.label}</Button>
            <Button variant="link" to={requestDocuments.to}>
              {requestDocuments.label}
            </Button>
          </>
        }
      >
        <Entries entries={reasons.entries} />
      </PageSection>
      <PageSection
        id="start"
        heading={closing.heading}
        aside={
          <>
            <Button variant="primary" to={closing.action.to}>
              {closing.action.label}
            </Button>
            {closing.portal && (
              <Button variant="link" to={closing.portal.to}>
                {closing.portal.label}
              </Button>
            )}
          </>
        }
      >
        <Entries entries={closing.reassurances} />
        <p className="quiet long-measure">{fund.disclaimer}</p>
      </PageSection>
    </>
  )
}
