import { useEffect, useRef, useState } from 'react'
import type { MailChoice } from '../../../rules/mail.ts'
import { useAction } from '../../actions/use-action.ts'
import type { Refusal } from '../errors.ts'

/** Where a change is sent (POST). */
export const mailAddress = '/profile/settings/mail'

/**
 * One choice that is saved as soon as it is made.
 * @param saved what the server last said
 * @returns what to show: `on`, which goes back where it could not be saved, and why
 */
export function useMailChoice(name: MailChoice, saved: boolean, onSaved: (notice: string) => void) {
  const [on, show] = useState(saved)
  const [error, setError] = useState<Refusal>()
  const known = useRef(saved)
  /** The last press, and what is on its way; undefined while nothing is. */
  const wanted = useRef(saved)
  const sending = useRef<boolean>(undefined)

  const { send } = useAction(answer => {
    const sent = sending.current
    sending.current = undefined
    setError(answer.error)
    if (!answer.error && sent !== undefined) known.current = sent
    if (answer.notice) onSaved(answer.notice)
    // Pressed again meanwhile: the last press is the one that is saved.
    if (wanted.current !== sent) submit()
    else show(known.current)
  })
  const submit = () => {
    sending.current = wanted.current
    send({ [name]: wanted.current ? 'on' : 'off' }, mailAddress)
  }

  useEffect(() => {
    known.current = saved
    if (sending.current === undefined) show(saved)
  }, [saved])

  const choose = (next: boolean) => {
    show(next)
    wanted.current = next
    if (sending.current === undefined) submit()
  }
  return { on, choose, error, dismiss: () => setError(undefined) }
}
