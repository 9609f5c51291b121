import type { ReactNode } from 'react'
import { EmailField, NameField, PhoneField } from '../../ui/person-fields.tsx'
import style from './form.module.css'

type Props = {
  /** What was typed, and what is wrong with it, by field. */
  values: Record<string, string>
  problems: Record<string, string>
  /** Somebody has to be rung. */
  phoneRequired?: boolean
  /** Further fields that stand beside these. */
  children?: ReactNode
}

/** Who a visitor is: name, e-mail, phone. The same on every form of theirs (`rules/leads.ts`). */
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
