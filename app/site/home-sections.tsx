import { about } from '../../content/about.ts'
import { fund } from '../../content/fund.ts'
import { homeSections } from '../../content/home-sections.ts'
import type { Fund } from '../../content/types.ts'
import { Button } from '../shell/ui/button.tsx'
import { classes } from '../shell/ui/classes.ts'
import { Consultation } from './consultation.tsx'
import { Entries, Figures, Steps } from './entries.tsx'
import style from './home-sections.module.css'
import { Medallion } from './medallion.tsx'
import { PageSection } from './page-section.tsx'
import { Signature } from './signature.tsx'

/** A worked example, computed from the tiers. */
export function FixedReturns() {
  const { heading, text, figures, condition, more } = homeSections.fixed
  return (
    <PageSection id="fixed-returns" heading={heading} broad>
      <p className={style.lead}>{text}</p>
      <Figures figures={figures} className={style.example} />
      <p className={style.note}>{condition}</p>
      <Button variant="link" to={more.to} className={style.start}>
        {more.label}
      </Button>
    </PageSection>
  )
}

export function Why() {
  const { heading, statement, text } = homeSections.why
  return (
    <PageSection id="why" heading={heading}>
      <p className={style.statement}>{statement}</p>
      {text.map(paragraph => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </PageSection>
  )
}

/** How often the fund pays interest. */
const offered: Fund['payouts'] = fund.payouts

export function Delivery() {
  const { heading, text, rhythms, note } = homeSections.delivery
  return (
    <PageSection id="delivery" heading={heading}>
      <p>{text}</p>
      <dl className={style.rhythms}>
        {rhythms
          .filter(({ payout }) => offered.includes(payout))
          .map(({ name, payments, text: words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
              <dd aria-hidden="true">
                <Year payments={payments} />
              </dd>
            </div>
          ))}
      </dl>
      <p className={style.note}>{note}</p>
    </PageSection>
  )
}

/** A timeline of a year with a long stroke for each payment, at the end of the period it is for. */
function Year({ payments }: { payments: number }) {
  const months = Array.from({ length: 12 }, (_, month) => month + 1)
  const paymentMonths = months.filter(month => month % (12 / payments) === 0)
  return (
    <svg viewBox="0 0 240 24" className={style.year} role="presentation">
      <path d={`M0 20.5H240${months.map(month => `M${month * 20 - 0.5} 20.5v-3`).join('')}`} />
      <path className={style.payment} d={paymentMonths.map(month => `M${month * 20 - 1.5} 20.5V2`).join('')} />
    </svg>
  )
}

export function Peace() {
  const { heading, entries, note } = homeSections.peace
  return (
    <PageSection id="peace" heading={heading}>
      <Entries entries={entries} />
      <p className={style.note}>{note}</p>
    </PageSection>
  )
}

export function Process() {
  const { heading, steps, action } = homeSections.process
  return (
    <PageSection id="process" heading={heading} aside={<Consultation>{action}</Consultation>}>
      <Steps steps={steps} />
    </PageSection>
  )
}

export function Leadership() {
  const { heading, text, action, more } = homeSections.leadership
  return (
    <PageSection id="leadership" heading={heading}>
      <p className={style.lead}>{text}</p>
      <div className={style.leaders}>
        {about.leaders.entries.map(({ name, role, initials, signature }) => (
          <div key={name} className={style.leader}>
            <Medallion initials={initials} />
            <div>
              <h3>{name}</h3>
              <p className={style.note}>{role}</p>
            </div>
            {signature && <Signature signature={signature} />}
          </div>
        ))}
      </div>
      <div className={style.ways}>
        <Consultation>{action}</Consultation>
        <Button variant="link" to={more.to}>
          {more.label}
        </Button>
      </div>
    </PageSection>
  )
}

/** The page's only dark section after the hero. */
export function Freedom() {
  const { heading, text } = homeSections.freedom
  return (
    <section className={classes('night', style.freedom)} aria-labelledby="freedom">
      <div className="wrap columns">
        <h2 id="freedom">{heading}</h2>
        <p className={`from-6 ${style.lead}`}>{text}</p>
      </div>
    </section>
  )
}

export function Now() {
  const { heading, text, sources, condition, action, read } = homeSections.now
  return (
    <PageSection id="now" heading={heading} className={style.plain}>
      <p>{text}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari does not treat a list without bullets as a list. */}
      <ul role="list" className={style.sources}>
        {sources.map(({ id, company, quote, link }) => (
          <li key={id}>
            <p>{quote}</p>
            <p className={style.note}>
              {company}. {read}{' '}
              <a href={link.href} target="_blank" rel="noreferrer">
                {link.title}
              </a>
            </p>
          </li>
        ))}
      </ul>
      <p className={style.note}>{condition}</p>
      <Consultation className={style.start}>{action}</Consultation>
    </PageSection>
  )
}
