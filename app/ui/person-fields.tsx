import type { ComponentProps } from 'react'
import { phoneLength } from '../../rules/leads.ts'
import { emailLength, nameLength } from '../../rules/limits.ts'
import { useHydrated } from '../hydrated.ts'
import { Field } from './field.tsx'

/**
 * Who somebody is. Each takes what `Field` takes, and fills in as a person's own; where somebody writes down another
 * person, say `autoComplete="off"`.
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

/** Where scripts run, the form says that a name is too long rather than cutting it off. */
function useNameLength(): number | undefined {
  return useHydrated() ? undefined : nameLength
}
