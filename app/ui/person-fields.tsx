import type { ComponentProps } from 'react'
import { emailLength, nameLength, phoneLength } from '../../rules/limits.ts'
import { useHydrated } from '../hydrated.ts'
import { Field } from './field.tsx'

/**
 * Fields for a person's details. Each takes the props of `Field` and offers the reader's own details for autofill; pass
 * `autoComplete="off"` where the details are another person's.
 */
type Props = Partial<ComponentProps<typeof Field>>

export function NameField(field: Props) {
  const maxLength = useNameLength()
  return <Field label="Full name" name="full_name" autoComplete="name" maxLength={maxLength} {...field} />
}

export function EmailField(field: Props) {
  return (
    <Field
      label="E-mail address"
      name="email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={emailLength}
      {...field}
    />
  )
}

export function OrganizationField(field: Props) {
  const maxLength = useNameLength()
  return <Field label="Organization" name="organization" autoComplete="organization" maxLength={maxLength} {...field} />
}

export function PhoneField(field: Props) {
  const label = field.required ? 'Phone' : 'Phone (optional)'
  return <Field label={label} name="phone" type="tel" autoComplete="tel" maxLength={phoneLength} {...field} />
}

/** With scripts, the form reports a name that is too long; without, the browser limits its length. */
export function useNameLength(): number | undefined {
  return useHydrated() ? undefined : nameLength
}
