import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '../../actions/use-action.ts'
import type { FormAnswer } from './visitor-form.ts'

/**
 * Sends a visitor's form and moves focus to the answer: to the first field to correct, or to the heading that replaces
 * the form after success.
 * @param actionData the answer to a form sent without scripts
 * @returns what `useAction` returns, without the problems of fields that were changed since: `onInput`, of the form, hears of
 *   those; and refs for the form and for the heading that replaces it
 */
export function useVisitorForm<Done>(actionData: FormAnswer<Done> | undefined) {
  const { answer, ...action } = useAction<FormAnswer<Done>>()
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLHeadingElement>(null)
  const shown = answer ?? actionData
  const [mended, setMended] = useState<{ of: typeof shown; fields: readonly string[] }>({ of: shown, fields: [] })
  const fields = mended.of === shown ? mended.fields : []
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const name = (target as HTMLInputElement).name
    if (name && !fields.includes(name)) setMended({ of: shown, fields: [...fields, name] })
  }
  useEffect(() => {
    if (!answer) return
    if (answer.done) done.current?.focus()
    else form.current?.querySelector<HTMLElement>('[aria-invalid], [data-problem]')?.focus()
  }, [answer])
  return { ...action, answer: shown && withoutProblems(shown, fields), form, done, onInput }
}

/** @param fields changed since, which the answer no longer speaks of; nor does its own error, where it spoke of nothing else */
function withoutProblems<Done>(answer: FormAnswer<Done>, fields: readonly string[]): FormAnswer<Done> {
  const problems = Object.entries(answer.problems ?? {})
  const left = problems.filter(([name]) => !fields.includes(name))
  if (left.length === problems.length) return answer
  const { error, ...rest } = answer
  return { ...rest, ...(left.length > 0 && error && { error }), problems: Object.fromEntries(left) }
}
