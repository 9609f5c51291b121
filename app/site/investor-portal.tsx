import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { type CatalogueEntry, catalogue } from '../../content/catalogue.ts'
import { fund } from '../../content/fund.ts'
import { investorPortal } from '../../content/investor-portal.ts'
import { copiedStays } from '../../rules/limits.ts'
import { serverContext } from '../shell/context.ts'
import { Button } from '../shell/ui/button.tsx'
import { mark } from '../shell/ui/rosette/designs.ts'
import { tierDesigns } from '../shell/ui/rosette/page-designs.ts'
import { Rosette } from '../shell/ui/rosette/rosette.tsx'
import type { Route } from './+types/investor-portal'
import { MessageForm } from './contact/message-form.tsx'
import { knownVisitor } from './contact/visitor-fields.tsx'
import { DocumentPages } from './document-pages.tsx'
import { Entries, Figures, Steps } from './entries.tsx'
import style from './investor-portal.module.css'
import { pageMeta } from './meta.ts'
import { PageIntro } from './page-intro.tsx'
import { PageSection } from './page-section.tsx'
import { TierTable } from './tier-table.tsx'
import '../shell/styles/layout.css'

export { action } from './contact/message-actions.ts'

export const meta = () => pageMeta(investorPortal.title, investorPortal.description)

const rosettes = [mark, ...tierDesigns]

export function loader({ context }: Route.LoaderArgs) {
  const { operations, actor } = context.get(serverContext)
  return { ticket: operations.openForm('message'), known: knownVisitor(actor) }
}

/** Documents that can be requested before investing, and how (specification section 2). */
export default function InvestorPortal({ loaderData }: Route.ComponentProps) {
  const { heading, lead, figures, documents, request, rates, reasons, start, letter } = investorPortal
  return (
    <>
      <PageIntro heading={heading} lead={lead} />
      <div className={`wrap ${style.figures}`}>
        <Figures figures={figures} />
      </div>
      <div className="wrap">
        <DocumentPages />
      </div>
      <PageSection id="documents" heading={documents.heading} aside={<RequestAddress />}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari does not treat a list without bullets as a list. */}
        <ul role="list" className="double-above">
          {catalogue.map(entry => (
            <li key={entry.name}>
              <CatalogueItem entry={entry} />
            </li>
          ))}
        </ul>
        <Button href={mailto(letter.everything)} className={style.all}>
          {documents.all}
        </Button>
      </PageSection>
      <PageSection id="request" heading={request.heading}>
        <p>{request.text}</p>
        <MessageForm ticket={loaderData.ticket} known={loaderData.known} message={letter.request(letter.everything)} />
      </PageSection>
      <PageSection id="tiers" heading={rates.heading}>
        <TierTable caption={rates.caption} />
        <p className="quiet long-measure">{rates.note}</p>
      </PageSection>
      <PageSection id="reasons" heading={reasons.heading}>
        <Entries entries={reasons.entries} />
      </PageSection>
      <PageSection id="start" heading={start.heading}>
        <Steps steps={start.steps} />
        <div className={`cluster gap-3-5 ${style.ways}`}>
          <Button href={mailto(letter.everything)}>{documents.all}</Button>
          <Button to={href('/contact')}>{start.contact}</Button>
          <Button variant="link" to="/">
            {start.site}
          </Button>
        </div>
        <p className="quiet long-measure">{fund.disclaimer}</p>
      </PageSection>
    </>
  )
}

/** An entry of the catalog: a link that opens an e-mail requesting the document. */
function CatalogueItem({ entry: { name, description, icon, updated } }: { entry: CatalogueEntry }) {
  const { documents } = investorPortal
  const design = rosettes[icon - 1]
  return (
    <a href={mailto(name)} className={`stack baseline line-below pad-5 ${style.document}`}>
      {design && <Rosette design={design} className={style.rosette} />}
      <span className={`size-h4 display ${style.name}`}>{name}</span>
      <span className={style.description}>{description}</span>
      <span className={`quiet lining ${style.updated}`}>
        {documents.updated}: {updated}
      </span>
      <span className={`small strong ${style.request}`}>{documents.request}</span>
    </a>
  )
}

/** The e-mail address, for people without an e-mail program in their browser. */
function RequestAddress() {
  const { documents } = investorPortal
  return (
    <div className={`stack start gap-3 small ${style.mailbox}`}>
      <p>
        {documents.byForm} <a href="#request">{documents.form}</a>
      </p>
      <p>
        {documents.byHand} <span className={`block strong ${style.address}`}>{fund.emails.investors}</span>
      </p>
      <CopyEmail address={fund.emails.investors} />
    </div>
  )
}

/** @returns a link that opens an e-mail to the fund (RFC 6068) with the text that requests `document` */
function mailto(document: string): string {
  const { letter } = investorPortal
  const subject = encodeURIComponent(letter.subject(document))
  return `mailto:${fund.emails.investors}?subject=${subject}&body=${encodeURIComponent(letter.body(document))}`
}

/** Copies an address and reports success or a browser's refusal for `copiedStays` (specification section 9). */
function CopyEmail({ address }: { address: string }) {
  const { copy, copied, notCopied } = investorPortal.documents
  const [outcome, setOutcome] = useState('')

  useEffect(() => {
    if (outcome !== copied) return
    const timer = setTimeout(() => setOutcome(''), copiedStays)
    return () => clearTimeout(timer)
  }, [outcome, copied])

  const press = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setOutcome(copied)
    } catch {
      setOutcome(notCopied)
    }
  }
  return (
    <>
      <Button size="small" onClick={press}>
        {copy}
      </Button>
      <p role="status">{outcome}</p>
    </>
  )
}
