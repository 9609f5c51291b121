import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { submissionsEnd } from '../actions/submissions.ts'

/**
 * Clears a field's error as soon as the field is changed, until the next answer: it applied to the previous value. An
 * error found while typing stays until it is corrected.
 * @param error the last answer's error for the field
 * @returns the error to show, and a listener for the element around the field
 */
export function useMendedError<Problem extends ReactNode>(error: Problem) {
  const problem = typeof error === 'string' ? error : Boolean(error)
  const [before, setBefore] = useState(problem)
  const [isMended, setMended] = useState(false)
  const [isFoundInTyping, setFoundInTyping] = useState(false)
  /** Changed since the form was last submitted. */
  const isChanged = useRef(false)
  if (problem !== before) {
    setBefore(problem)
    setMended(false)
    setFoundInTyping(isChanged.current)
  }
  const onInput = ({ target }: FormEvent<HTMLElement>) => {
    if (error && !isFoundInTyping) setMended(true)
    if (isChanged.current) return
    isChanged.current = true
    const onSend = async () => {
      isChanged.current = false
      await nextAnswer()
      setMended(false)
    }
    ;(target as HTMLInputElement).form?.addEventListener('submit', onSend, { once: true })
  }
  return { error: isMended ? undefined : error, onInput }
}

/** Resolves once a submitted form has its answer. A form that its page refuses by itself has it within two frames. */
async function nextAnswer(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  await submissionsEnd()
  // The answer comes from the state that ended the submission, just after it is painted.
  await new Promise(resolve => setTimeout(resolve))
}
