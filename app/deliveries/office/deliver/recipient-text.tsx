import type { Recipient } from '../../server/recipients.ts'
import style from './deliver.module.css'
import { isPerson } from './recipients.ts'

/** A recipient's name, and what distinguishes it from others. */
export function RecipientText({ recipient }: { recipient: Recipient }) {
  return (
    <>
      <span className="strong block">{recipient.name}</span>
      <span className={style.about}>{isPerson(recipient) ? recipient.about : `Holder ${recipient.about}`}</span>
    </>
  )
}
