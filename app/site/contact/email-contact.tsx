import { href } from 'react-router'
import { isSameDayOffered } from '../../../content/calls-offered.ts'
import { contact } from '../../../content/contact.ts'
import { fund } from '../../../content/fund.ts'
import { serverContext } from '../../shell/context.ts'
import { classes } from '../../shell/ui/classes.ts'
import { Link } from '../../shell/ui/link.tsx'
import { pageMeta } from '../meta.ts'
import type { Route } from './+types/email-contact'
import style from './booking.module.css'
import { ContactForm, loadContactForm } from './contact-form.tsx'
import '../../shell/styles/layout.css'

export { action } from './message-actions.ts'

export const meta = () => pageMeta(contact.email.title, `Write to ${fund.name}. ${contact.letter.text}`)

export function loader({ url, context }: Route.LoaderArgs) {
  return loadContactForm(url, context.get(serverContext))
}

/** The contact form alone, with a link to video calls for a conversation on the same day (specification section 2). */
export default function EmailContact({ loaderData }: Route.ComponentProps) {
  const { email, letter } = contact
  return (
    <div className={classes('wrap', 'columns', style.page)}>
      <header className={`first-4 sticky ${style.head}`}>
        <Link to={href('/contact')} className={style.back}>
          Back
        </Link>
        <h1>{email.heading}</h1>
        <p className={style.lead}>{letter.text}</p>
        {isSameDayOffered && (
          <p className={style.note}>
            {email.sameDay} <Link to={href('/video-call-booking')}>{email.sameDayAction}</Link>.
          </p>
        )}
      </header>
      <div className="from-6">
        <ContactForm title={email.heading} data={loaderData} />
      </div>
    </div>
  )
}
