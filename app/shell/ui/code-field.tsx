import type { ReactNode, Ref } from 'react'
import { codeLength } from '../../../rules/limits.ts'
import style from './code-field.module.css'
import { Field } from './field.tsx'

type Props = {
  /** Digits only; see `digitsOf`. */
  value: string
  onChange: (digits: string) => void
  /** With scripts, a code may be pasted with spaces or surrounding text; without, the field takes digits only. */
  hydrated: boolean
  label?: string
  error?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A field for a one-time code. It extracts the six digits from typed or pasted text (specification section 5). */
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

/** @returns the digits of a text, at most as many as a code has */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, codeLength)
}
