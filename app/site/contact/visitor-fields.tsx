import type { ReactNode } from 'react'
import type { Actor } from '../../../server/access/actor.ts'
import type { contactFields } from '../../leads/contact-fields.ts'
import { EmailField, NameField, PhoneField } from '../../shell/ui/person-fields.tsx'
import style from './form.module.css'

/** Who fills in a form, where they are signed in. */
export type KnownVisitor = { name?: string; email: string }

/** @returns what a form needn't ask of a person who is signed in; undefined for anyone else */
export function knownVisitor(actor: Actor | undefined): KnownVisitor | undefined {
  return actor && { name: actor.fullName ?? undefined, email: actor.email }
}

type Props = {
  /** The person whose details prefill the form. */
  known: KnownVisitor | undefined
  /** What was typed, and the error messages, by field. */
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
  /** Whether the phone number is required, because the fund has to call it. */
  phoneRequired?: boolean
  /** Further fields beside these. */
  children?: ReactNode
}

/** A visitor's name, e-mail address and phone number, the same in every form for visitors (`app/leads/leads.ts`). */
export function VisitorFields({ known, typed, problems, phoneRequired = false, children }: Props) {
  return (
    <div className={`stack gap-5 ${style.pair}`}>
      <NameField
        label={'Name' satisfies (typeof contactFields.name)['label']}
        name={'name' satisfies keyof typeof contactFields}
        required
        defaultValue={typed.name ?? known?.name}
        error={problems.name}
      />
      <EmailField defaultValue={typed.email ?? known?.email} error={problems.email} />
      <PhoneField required={phoneRequired} defaultValue={typed.phone} error={problems.phone} />
      {children}
    </div>
  )
}
