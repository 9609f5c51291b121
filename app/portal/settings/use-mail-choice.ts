import { useEffect, useRef, useState } from 'react'
import type { MailChoice } from '../../../rules/mail.ts'
import { type Refusal, refusal, refusalIn } from '../errors.ts'
import type { MailAnswer } from './mail-answer.ts'

/** Where a change is sent (POST). */
export const mailAddress = '/profile/settings/mail'

/**
 * One choice that is kept as soon as it is made. It is sent by a plain request: a line that breaks must not take the
 * page with it.
 * @param kept what the server last said
 * @returns what to show: `on`, which goes back where it could not be kept, and why
 */
export function useMailChoice(name: MailChoice, kept: boolean, onSaved: (notice: string) => void) {
  const [on, show] = useState(kept)
  const [error, setError] = useState<Refusal>()
  const known = useRef(kept)
  const sending = useRef(Promise.resolve())

  useEffect(() => {
    known.current = kept
    show(kept)
  }, [kept])

  const choose = (wanted: boolean) => {
    show(wanted)
    // One after the other, so that the last press is the one that is kept.
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

async function send(name: MailChoice, on: boolean): Promise<MailAnswer> {
  try {
    const body = new URLSearchParams({ script: '1', [name]: on ? 'on' : 'off' })
    const response = await fetch(mailAddress, { method: 'POST', body })
    const said = await response.json()
    // Refused before it came to the form, such as while the site is away.
    return response.ok ? said : { error: refusalIn(said) ?? refusal('SAVE_MAIL_FAILED') }
  } catch (error) {
    // What `fetch` throws when nobody answers; all else is an answer that is none of ours.
    return { error: refusal(error instanceof TypeError ? 'NO_CONNECTION' : 'SAVE_MAIL_FAILED') }
  }
}
