import type { ReactNode } from 'react'
import { phoneLength } from '../../../rules/leads.ts'
import { nameLength } from '../../../rules/limits.ts'
import { EmailField, Field } from '../../ui/field.tsx'
import style from './form.module.css'

type Props = {
  /** What was typed, and what is wrong with it, by field. */
  values: Record<string, string>
  problems: Record<string, string>
  /** Somebody has to be rung. */
  phoneNeeded?: boolean
  /** Further fields that stand beside these. */
  children?: ReactNode
}

/** Who a visitor is: name, e-mail, phone. The same on every form of theirs (`rules/leads.ts`). */
export function PersonFields({ values, problems, phoneNeeded = false, children }: Props) {
  return (
    <div className={style.pair}>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={nameLength}
        defaultValue={values.name}
        error={problems.name}
      />
      <EmailField label="E-mail address" defaultValue={values.email} error={problems.email} />
      <Field
        label={phoneNeeded ? 'Phone' : 'Phone (optional)'}
        name="phone"
        type="tel"
        autoComplete="tel"
        required={phoneNeeded}
        maxLength={phoneLength}
        defaultValue={values.phone}
        error={problems.phone}
      />
      {children}
    </div>
  )
}
