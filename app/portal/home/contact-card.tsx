import { href } from 'react-router'
import { callAction } from '../../../content/calls-offered.ts'
import { fund } from '../../../content/fund.ts'
import { investorContact } from '../../../content/investor-contact.ts'
import { Button } from '../../ui/button.tsx'
import style from './contact-card.module.css'

/**
 * Whom an investor can ask, and how.
 * @param isCallOffered whether the steps above it offer the same call already
 */
export function ContactCard({ isCallOffered }: { isCallOffered: boolean }) {
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
        {!isCallOffered && (
          <Button size="small" to={booking}>
            {callAction}
          </Button>
        )}
      </div>
    </aside>
  )
}
