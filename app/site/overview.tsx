import { type MouseEvent, useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { fund } from '../../content/fund.ts'
import { logo } from '../../content/logo.ts'
import { overview } from '../../content/overview.ts'
import { landingFade } from '../../rules/limits.ts'
import { Button } from '../shell/ui/button.tsx'
import { classes } from '../shell/ui/classes.ts'
import { FundMark } from '../shell/ui/fund-mark.tsx'
import { medallion } from '../shell/ui/rosette/page-designs.ts'
import { Rosette } from '../shell/ui/rosette/rosette.tsx'
import { ArrowLabel } from './arrow-label.tsx'
import { Consultation } from './consultation.tsx'
import { Entries } from './entries.tsx'
import { pageMeta } from './meta.ts'
import style from './overview.module.css'
import { PageSection } from './page-section.tsx'
import '../shell/styles/layout.css'

export const meta = () => pageMeta(overview.title, overview.description)

const documents = '/docs'

/** An overview of the fund, with a first screen styled as a promissory note (specification section 2). */
export default function Overview() {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()

  // Specification sections 2 and 9: the page fades for 150 ms before the documents open.
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => navigate(documents, { viewTransition: true }), landingFade)
    return () => clearTimeout(timer)
  }, [leaving, navigate])

  const leave = (event: MouseEvent) => {
    // These keys open another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setLeaving(true)
  }

  return (
    <>
      <div className={classes(leaving && style.leaving)}>
        <Note onLearnMore={leave} />
        <Approach />
        <Why />
        <Explore onLearnMore={leave} />
      </div>
      <p role="status" className={`stack any-width size-lead display ${style.words}`}>
        {leaving && overview.leaving}
      </p>
    </>
  )
}

type LearnMoreProps = { onLearnMore: (event: MouseEvent) => void }

/** The first screen: a sheet with a double border, a rosette at its edge, and the most important facts. */
function Note({ onLearnMore }: LearnMoreProps) {
  const { highlights, does, condition, contact, more, scroll } = overview
  return (
    <section className={classes('wrap', style.screen)} aria-labelledby="brand">
      <div className={`stack double-around ${style.note}`}>
        <Rosette design={medallion} className={style.seal} />
        <div className={`stack top ${style.face}`}>
          <p className={`row center gap-3 size-h4 display ${style.brand}`} id="brand">
            <FundMark className={style.mark} />
            {logo?.hasName ? <span className="visually-hidden">{fund.name}</span> : fund.name}
          </p>
          <h1>{fund.tagline}</h1>
          <dl className={`cluster ${style.highlights}`}>
            {highlights.map(({ value, name }) => (
              <div key={name}>
                <dt className="quiet">{name}</dt>
                <dd className="figures">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className={style.does}>
          <h2>{does.heading}</h2>
          <ul>
            {does.entries.map(entry => (
              <li key={entry}>{entry}</li>
            ))}
          </ul>
        </div>
        <div className={`stack center line-above pad-above-5 ${style.foot}`}>
          <div className="cluster center gap-3-6">
            <Button variant="primary" to={href('/contact')}>
              {contact}
            </Button>
            <Button variant="link" to={documents} onClick={onLearnMore}>
              <ArrowLabel>{more}</ArrowLabel>
            </Button>
          </div>
          <p className={style.reach}>
            <a className="figures" href={`tel:${fund.phoneDial}`}>
              {fund.phone}
            </a>
            <span className="quiet">{fund.siteLabel}</span>
          </p>
          <p className={`quiet long-measure ${style.condition}`}>{condition}</p>
        </div>
      </div>
      <a href="#approach" className={`stack gap-2 small pad-5 ${style.cue}`}>
        {scroll}
        <svg viewBox="0 0 12 28" aria-hidden="true">
          <path d="M6 0V27M1 22l5 5 5-5" />
        </svg>
      </a>
    </section>
  )
}

function Approach() {
  const { heading, text } = overview.approach
  return (
    <PageSection id="approach" heading={heading}>
      {text.map(paragraph => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </PageSection>
  )
}

function Why() {
  const { heading, entries } = overview.why
  return (
    <PageSection id="why" heading={heading}>
      <Entries entries={entries} />
    </PageSection>
  )
}

function Explore({ onLearnMore }: LearnMoreProps) {
  const { heading, text, ask } = overview.explore
  return (
    <PageSection id="explore" heading={heading}>
      <p>{text}</p>
      <div className="cluster center gap-3-6">
        <Consultation variant="primary">{ask}</Consultation>
        <Button variant="link" to={documents} onClick={onLearnMore}>
          <ArrowLabel>{overview.more}</ArrowLabel>
        </Button>
      </div>
      <p className={`quiet long-measure ${style.condition}`}>{fund.disclaimer}</p>
    </PageSection>
  )
}
