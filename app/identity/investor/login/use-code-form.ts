import { useEffect, useRef, useState } from 'react'
import { isAboutCode } from '../../../../rules/browser-messages.ts'
import type { FormAction } from '../../../shell/actions/use-action.ts'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { digitsOf } from '../../../shell/ui/code-field.tsx'

/**
 * What all forms for an e-mailed code have in common: at sign-in and when changing the e-mail address.
 * @param action which submits the form, and perhaps other forms beside it
 * @param intent of the form with the code
 * @param error of the last answer; a new object for each answer
 * @returns `codeError`, the message to show at the field; `sent`, true while no other code can be submitted
 */
export function useCodeForm({ state, sentIntent }: FormAction, intent: string, error: Refusal | undefined) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const refused = error && isAboutCode(error.code) ? error : undefined
  // A refused code can be corrected while the page is still reloading; an accepted one must not be sent twice. Another
  // form, such as the one that requested the code, doesn't hold this one back.
  const sent = state !== 'idle' && sentIntent === intent && !(state === 'loading' && refused)

  useEffect(() => {
    // Picks up what was typed before the page's scripts ran.
    setCode(digitsOf(input.current?.value ?? ''))
  }, [])
  useEffect(() => {
    // Selects a wrong code, so that typing replaces it. Only once per answer, or typing would replace the correction.
    if (refused) input.current?.select()
  }, [refused])

  return { input, code, setCode, codeError: refused?.message, sent }
}
