import { useEffect, useRef, useState } from 'react'
import { isAboutCode } from '../../../rules/browser-messages.ts'
import type { FormAction } from '../../actions/use-action.ts'
import { digitsOf } from '../../ui/code-field.tsx'
import type { Refusal } from '../errors.ts'

/**
 * What the forms that ask for a mailed code have in common, sign-in's and those of a change of address.
 * @param state of the action that the form is sent by
 * @param error what was last refused; another object each time
 * @returns `wrong` is what is said at the field; `sent` while another code cannot be sent
 */
export function useCodeForm(state: FormAction['state'], error: Refusal | undefined) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const refused = error && isAboutCode(error.code) ? error : undefined
  // A refused code may be corrected at once, while the page still reads itself anew; an accepted one is not sent twice.
  const sent = state === 'submitting' || (state === 'loading' && !refused)

  useEffect(() => {
    // What was typed before the page's scripts ran.
    setCode(digitsOf(input.current?.value ?? ''))
  }, [])
  useEffect(() => {
    // A wrong code is overwritten by typing on. Once only: later it would be the correction that is overwritten.
    if (refused) input.current?.select()
  }, [refused])

  return { input, code, setCode, wrong: refused?.message, sent }
}
