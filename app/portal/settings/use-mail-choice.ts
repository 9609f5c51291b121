import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { type MailChoice, mailMessages } from '../../../rules/mail-preferences.ts'
import type { ActionAnswer } from '../../actions/answer.ts'
import { post } from '../proof/post.ts'
import { type Refusal, refusal } from '../refusal.ts'

const failed = refusal('SAVE_MAIL_FAILED', mailMessages)

/**
 * One preference, saved as soon as it is changed. It is sent by a plain request rather than by `useAction`: the router
 * loads a route's module with its first form and reloads the page if it can't; a switch must not take the page down
 * when the connection breaks.
 * @param saved the value on the server
 * @param onSaved called with the notice to show
 * @returns `on`, the value to show, which reverts if it couldn't be saved; `error`, why it couldn't
 */
export function useMailChoice(name: MailChoice, saved: boolean, onSaved: (notice: string) => void) {
  const [on, show] = useState(saved)
  const [error, setError] = useState<Refusal>()
  const confirmed = useRef(saved)
  const sending = useRef(Promise.resolve())

  useEffect(() => {
    confirmed.current = saved
    show(saved)
  }, [saved])

  const choose = (wanted: boolean) => {
    show(wanted)
    // Requests run one after the other, so that the last press is the one that stays saved.
    sending.current = sending.current.then(async () => {
      const answer = await post<ActionAnswer>(href('/profile/settings/mail'), { [name]: wanted ? 'on' : 'off' }, failed)
      setError(answer.error)
      if (!answer.error) confirmed.current = wanted
      else show(confirmed.current)
      if (answer.notice) onSaved(answer.notice)
    })
  }
  return { on, choose, error, dismiss: () => setError(undefined) }
}
