import type { ReactNode, Ref } from 'react'
import { codeLength } from '../../rules/limits.ts'
import style from './code-field.module.css'
import { Field } from './field.tsx'

type Props = {
  /** Digits only; see `digitsOf`. */
  value: string
  onChange: (digits: string) => void
  /** Scripts run: room for a code pasted with spaces or words around it. Without them it takes the digits alone. */
  hydrated: boolean
  label?: string
  error?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Takes a one-time code: six digits out of whatever is typed or pasted (specification section 5). */
export function CodeField({ value, onChange, hydrated, label = 'Verification code', error, ref }: Props) {
  return (
    <Field
      ref={ref}
      className={style.code}
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      required
      maxLength={hydrated ? undefined : codeLength}
      value={value}
      onChange={event => onChange(digitsOf(event.target.value))}
      error={error}
    />
  )
}

/** @returns the digits of a text, as many as a code has */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, codeLength)
}
