import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { callsOffered } from '../../../content/calls-offered.ts'
import { contact } from '../../../content/contact.ts'
import { fund } from '../../../content/fund.ts'
import { serverContext } from '../../shell/context.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { tierDesigns } from '../../shell/ui/rosette/page-designs.ts'
import { Rosette } from '../../shell/ui/rosette/rosette.tsx'
import { pageMeta } from '../meta.ts'
import type { Route } from './+types/contact'
import style from './contact.module.css'
import { ContactForm, loadContactForm } from './contact-form.tsx'
import '../../shell/styles/layout.css'

export { action } from './message-actions.ts'

export const meta = () =>
  pageMeta(contact.plain.title, `Call, book a call or write to ${fund.name}. ${contact.plain.lead}`)

export function loader({ url, context }: Route.LoaderArgs) {
  return loadContactForm(url, context.get(serverContext))
}

/** Every way to reach the fund: by phone, by a booked call, in writing (specification section 2). */
export default function Contact({ loaderData }: Route.ComponentProps) {
  const consultation = useConsultation()
  const { heading, lead } = consultation ? contact.consultation : contact.plain
  const { ways, letter } = contact
  return (
    <div className={classes('wrap', style.page)}>
      <header className={`row center apart gap-6 ${style.head}`}>
        <div>
          <h1>{heading}</h1>
          <p>{lead}</p>
        </div>
        {tierDesigns[3] && <Rosette design={tierDesigns[3]} className={style.rosette} />}
      </header>
      <section className={classes('columns', style.section)} aria-labelledby="ways">
        <h2 id="ways" className="first-4">
          {ways.heading}
        </h2>
        <dl className={`double-above ${style.ways}`}>
          {callsOffered.phone && (
            <Way name={ways.phone.name} detail={ways.phone.length} text={ways.phone.text}>
              <Button to={href('/phone-call-booking')}>{ways.phone.action}</Button>
            </Way>
          )}
          {callsOffered.video && (
            <Way name={ways.video.name} detail={ways.video.length} text={ways.video.text}>
              <Button to={href('/video-call-booking')}>{ways.video.action}</Button>
            </Way>
          )}
          {callsOffered.founder && (
            <Way name={ways.founder.name} detail={ways.founder.length} text={ways.founder.text}>
              <Button to={fund.founderPath}>{ways.founder.action}</Button>
            </Way>
          )}
          <Way name={ways.now.name} text={ways.now.text}>
            <a className={classes('figures', style.phone)} href={`tel:${fund.phoneDial}`}>
              {fund.phone}
            </a>
          </Way>
        </dl>
      </section>
      <section className={classes('columns', style.section)} aria-labelledby="write">
        <div className={`first-4 ${style.aside}`}>
          <h2 id="write">{letter.heading}</h2>
          <p>{letter.text}</p>
          <p className="quiet breakable">
            <a href={`mailto:${fund.emails.office}`}>{fund.emails.office}</a>
          </p>
          <p className="quiet breakable">{letter.accredited}</p>
        </div>
        <div className={style.main}>
          <ContactForm title={letter.heading} data={loaderData} consultation={consultation} />
        </div>
      </section>
    </div>
  )
}

type WayProps = { name: string; detail?: string; text: string; children: ReactNode }

function Way({ name, detail, text, children }: WayProps) {
  return (
    <div>
      <dt>
        {name}
        {detail && <span>{detail}</span>}
      </dt>
      <dd>
        <p>{text}</p>
        {children}
      </dd>
    </div>
  )
}

/**
 * @returns whether the visitor came by a consultation button, which puts `consultation: true` in the navigation's state
 */
function useConsultation(): boolean {
  const { state } = useLocation()
  // The server does not know this state, so hydration begins without it.
  return useHydrated() && (state as { consultation?: boolean } | null)?.consultation === true
}
