import { fund } from '../../content/fund.ts'
import { home } from '../../content/home.ts'
import { HeroBar } from '../layout/header.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Onward } from '../ui/onward.tsx'
import { HeroFilm } from './hero-film.tsx'
import style from './home.module.css'
import { Delivery, FixedReturns, Freedom, Leadership, Now, Peace, Process, Why } from './home-parts.tsx'
import { Organization } from './organization.tsx'
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

/** The first screen: a plate being engraved, and the headline the hairlines keep clear of. */
function Hero() {
  const { eyebrow, headline, lead, primary, secondary, figures } = home.hero
  return (
    <section className={classes('night', style.hero)} aria-labelledby="headline">
      <HeroFilm
        plate={
          <>
            <div className={style.outer} data-after-paint="" />
            <div className={style.inner} data-after-paint="" />
            <div className={style.light} />
          </>
        }
      />
      <HeroBar />
      <div className={classes('wrap', style.words)}>
        <p className={style.eyebrow}>{eyebrow}</p>
        <h1 id="headline">
          {headline.map((line, i) => (
            <span key={line}>
              {i > 0 && ' '}
              {line}
            </span>
          ))}
        </h1>
        <p className={style.lead}>{lead}</p>
        <div className={style.ways}>
          <Button variant="primary" to={primary.to}>
            <Onward>{primary.label}</Onward>
          </Button>
          <Button variant="link" to={secondary.to}>
            {secondary.label}
          </Button>
        </div>
      </div>
      <div className={style.foot}>
        <dl className={classes('wrap', style.figures)}>
          {figures.map(({ value, name }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function Rates() {
  const { heading, text, caption, note } = home.rates
  return (
    <section className={classes('wrap', 'columns', style.rates)} aria-labelledby="rates">
      <h2 id="rates">{heading}</h2>
      <div className={style.table}>
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
        <div className={style.invitation}>
          <h2 id="start">{heading}</h2>
          <p>{text}</p>
        </div>
        <div className={style.number}>
          <a className={classes('figures', style.phone)} href={`tel:${fund.phoneDial}`}>
            {fund.phone}
          </a>
          <p>{afterCall}</p>
          <Button variant="primary" to={primary.to}>
            <Onward>{primary.label}</Onward>
          </Button>
        </div>
      </div>
      <p className={style.disclaimer}>{fund.disclaimer}</p>
    </section>
  )
}
