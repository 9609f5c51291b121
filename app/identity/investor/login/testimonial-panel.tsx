import { useEffect, useRef, useState } from 'react'
import { testimonials } from '../../../../content/testimonials.ts'
import { classes } from '../../../shell/ui/classes.ts'
import { heroInner } from '../../../shell/ui/rosette/page-designs.ts'
import { Rosette } from '../../../shell/ui/rosette/rosette.tsx'
import style from './testimonial-panel.module.css'

const storageKey = 'promissory.testimonial'

/**
 * A research publisher's finding, a different one at each visit (specification section 4). Large screens only. All are
 * in the page, so that choosing one shifts no layout; without scripts the first one shows.
 */
export function TestimonialPanel() {
  const [chosen, choose] = useState<number>()
  const visited = useRef(false)

  useEffect(() => {
    if (visited.current) return
    visited.current = true
    choose(advance())
  }, [])

  return (
    <aside className={classes('night', style.panel)} aria-label="Published research on private credit">
      <Rosette design={heroInner} className={style.rosette} />
      <div className={style.stack}>
        {testimonials.map(({ id, company, logo, quote, link }, index) => (
          <figure key={id} className={classes(`stack gap-5 ${style.entry}`, index === chosen && style.chosen)}>
            {/* A source, named in small type: it must not look like the mark of someone who vouches for the fund. */}
            <p className="fine muted leading-5" aria-hidden="true">
              From published research
              <span className={`strong block ${style.logo}`}>{logo}</span>
            </p>
            <p className={style.finding}>{quote}</p>
            <figcaption>
              Our summary, not a quotation, of{' '}
              <a href={link.href} target="_blank" rel="noreferrer">
                {link.title}
              </a>
              , {company}. The publisher isn’t affiliated with this fund and doesn’t endorse it.
            </figcaption>
          </figure>
        ))}
      </div>
    </aside>
  )
}

/** @returns the index for this visit; the next visit gets the one after it */
function advance(): number {
  try {
    const index = Math.trunc(Number(localStorage.getItem(storageKey))) || 0
    const current = ((index % testimonials.length) + testimonials.length) % testimonials.length
    localStorage.setItem(storageKey, String((current + 1) % testimonials.length))
    return current
  } catch {
    return 0
  }
}
