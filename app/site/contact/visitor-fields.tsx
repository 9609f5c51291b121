import type { ReactNode } from 'react'
import { EmailField, NameField, PhoneField } from '../../ui/person-fields.tsx'
import style from './form.module.css'

type Props = {
  /** What was typed, and the error messages, by field. */
  values: Record<string, string>
  problems: Record<string, string>
  /** Whether the phone number is required, because the fund has to call it. */
  phoneRequired?: boolean
  /** Further fields beside these. */
  children?: ReactNode
}

/** A visitor's name, e-mail address and phone number, the same in every form for visitors (`rules/leads.ts`). */
export function VisitorFields({ values, problems, phoneRequired = false, children }: Props) {
  return (
    <div className={style.pair}>
      <NameField label="Name" name="name" required defaultValue={values.name} error={problems.name} />
      <EmailField defaultValue={values.email} error={problems.email} />
      <PhoneField required={phoneRequired} defaultValue={values.phone} error={problems.phone} />
      {children}
    </div>
  )
}
