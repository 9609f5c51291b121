import { useEffect, useRef, useState } from 'react'
import { type MailChoice, mailMessages } from '../../../rules/mail.ts'
import type { ActionAnswer } from '../../actions/define-actions.ts'
import { type Refusal, refusal, refusalIn } from '../errors.ts'

/** Where a change is sent (POST). */
export const mailAddress = '/profile/settings/mail'

/**
 * One choice that is saved as soon as it is made. It is sent by a plain request rather than by `useAction`: the router
 * loads a route's module with its first form, and reloads the page where that cannot be had; nobody expects a switch to
 * take the page with it when the connection breaks.
 * @param saved what the server last said
 * @returns what to show: `on`, which goes back where it could not be saved, and why
 */
export function useMailChoice(name: MailChoice, saved: boolean, onSaved: (notice: string) => void) {
  const [on, show] = useState(saved)
  const [error, setError] = useState<Refusal>()
  const known = useRef(saved)
  const sending = useRef(Promise.resolve())

  useEffect(() => {
    known.current = saved
    show(saved)
  }, [saved])

  const choose = (wanted: boolean) => {
    show(wanted)
    // One after the other, so that the last press is the one that is saved.
    sending.current = sending.current.then(async () => {
      const answer = await send(name, wanted)
      setError(answer.error)
      if (!answer.error) known.current = wanted
      else show(known.current)
      if (answer.notice) onSaved(answer.notice)
    })
  }
  return { on, choose, error, dismiss: () => setError(undefined) }
}

async function send(name: MailChoice, on: boolean): Promise<ActionAnswer> {
  try {
    const body = new URLSearchParams({ enhanced: '1', [name]: on ? 'on' : 'off' })
    const response = await fetch(mailAddress, { method: 'POST', body })
    const said = await response.json()
    // Refused before it came to the form, such as while the site is away.
    return response.ok ? said : { error: refusalIn(said) ?? refusal('SAVE_MAIL_FAILED', mailMessages) }
  } catch (error) {
    // What `fetch` throws when nobody answers; all else is an answer that is none of ours.
    return { error: error instanceof TypeError ? refusal('NO_CONNECTION') : refusal('SAVE_MAIL_FAILED', mailMessages) }
  }
}
