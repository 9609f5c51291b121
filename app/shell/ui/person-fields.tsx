import type { ComponentProps } from 'react'
import { emailLength, nameLength, phoneLength } from '../../../rules/limits.ts'
import type { contactFields } from '../../leads/contact-fields.ts'
import type { personFields } from '../../people/person-fields.ts'
import { useHydrated } from '../hydrated.ts'
import { Field } from './field.tsx'

/**
 * Fields for a person's details, labeled as commands describe them, which most of their pages don't load. Each takes the props of `Field` and offers the reader's own details for autofill; pass
 * `autoComplete="off"` where the details are another person's.
 */
type Props = Partial<ComponentProps<typeof Field>>

export function NameField(field: Props) {
  const maxLength = useNameLength()
  return (
    <Field
      label={'Full name' satisfies (typeof personFields.full_name)['label']}
      name="full_name"
      autoComplete="name"
      maxLength={maxLength}
      {...field}
    />
  )
}

export function EmailField(field: Props) {
  return (
    <Field
      label={'E-mail address' satisfies (typeof contactFields.email)['label']}
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
  return (
    <Field
      label={'Organization' satisfies (typeof personFields.organization)['label']}
      name="organization"
      autoComplete="organization"
      maxLength={maxLength}
      {...field}
    />
  )
}

export function PhoneField(field: Props) {
  const label = field.required ? 'Phone' : ('Phone (optional)' satisfies (typeof contactFields.phone)['label'])
  return <Field label={label} name="phone" type="tel" autoComplete="tel" maxLength={phoneLength} {...field} />
}

/** With scripts, the form reports a name that is too long; without, the browser limits its length. */
export function useNameLength(): number | undefined {
  return useHydrated() ? undefined : nameLength
}
