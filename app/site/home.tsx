import { fund } from '../../content/fund.ts'
import { home } from '../../content/home.ts'
import { useOrigin } from '../shell/site-origin.ts'
import { Button } from '../shell/ui/button.tsx'
import { classes } from '../shell/ui/classes.ts'
import { ArrowLabel } from './arrow-label.tsx'
import { Hero } from './hero.tsx'
import style from './home.module.css'
import { Delivery, FixedReturns, Freedom, Leadership, Now, Peace, Process, Why } from './home-sections.tsx'
import { StructuredData } from './structured-data.tsx'
import { TierTable } from './tier-table.tsx'

export const meta = () => [
  { title: `${fund.name} · ${fund.tagline}` },
  { name: 'description', content: fund.description },
  { property: 'og:title', content: fund.name },
  { property: 'og:description', content: fund.description },
  { property: 'og:type', content: 'website' },
]

export default function Home() {
  return (
    <>
      <Hero />
      <Rates />
      <FixedReturns />
      <Why />
      <Delivery />
      <Peace />
      <Process />
      <Leadership />
      <Freedom />
      <Now />
      <Closing />
      <Organization />
    </>
  )
}

function Rates() {
  const { heading, text, caption, note } = home.rates
  return (
    <section className={classes('wrap', 'columns', style.rates)} aria-labelledby="rates">
      <h2 id="rates" className="first-5">
        {heading}
      </h2>
      <div className={`from-6 ${style.table}`}>
        <p>{text}</p>
        <TierTable caption={caption} />
        <p className={style.note}>{note}</p>
      </div>
    </section>
  )
}

function Closing() {
  const { heading, text, afterCall, primary } = home.closing
  return (
    <section className={classes('wrap', style.closing)} aria-labelledby="start">
      <div className={classes('columns', style.call)}>
        <div className={`first-5 ${style.invitation}`}>
          <h2 id="start">{heading}</h2>
          <p>{text}</p>
        </div>
        <div className={`from-6 ${style.number}`}>
          <a className={classes('figures', style.phone)} href={`tel:${fund.phoneDial}`}>
            {fund.phone}
          </a>
          <p>{afterCall}</p>
          <Button variant="primary" to={primary.to}>
            <ArrowLabel>{primary.label}</ArrowLabel>
          </Button>
        </div>
      </div>
      <p className={style.disclaimer}>{fund.disclaimer}</p>
    </section>
  )
}

/** The fund as structured data, for search engines. */
function Organization() {
  const origin = useOrigin()
  const contactPoint = {
    '@type': 'ContactPoint',
    contactType: 'investor relations',
    telephone: fund.phoneDial,
    email: fund.emails.investors,
  }
  const { name, description, emails } = fund
  return (
    <StructuredData
      thing={{
        '@type': 'Organization',
        '@id': `${origin}/#organization`,
        url: `${origin}/`,
        name,
        description,
        email: emails.office,
        telephone: fund.phoneDial,
        contactPoint,
      }}
    />
  )
}
