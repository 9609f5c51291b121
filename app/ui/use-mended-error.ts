import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { submissionsEnd } from '../actions/submissions.ts'

/**
 * Takes away what is wrong with a field as soon as somebody changes it, until the next answer: it was said of what stood
 * there before. What is found while somebody types stays until it is right.
 * @param error what is wrong with the field, by the last answer
 * @returns what to show of it, and a listener for the element around the field
 */
export function useMendedError<Problem extends ReactNode>(error: Problem) {
  const problem = typeof error === 'string' ? error : Boolean(error)
  const [before, setBefore] = useState(problem)
  const [isMended, setMended] = useState(false)
  const [isFoundInTyping, setFoundInTyping] = useState(false)
  /** Something was changed since the form was last sent. */
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

/** Resolves once a form that is being sent has its answer. One that its page refuses by itself has it in two frames. */
async function nextAnswer(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  await submissionsEnd()
  // The answer is taken from the state that ended the submission, just after it is painted.
  await new Promise(resolve => setTimeout(resolve))
}
