import type { ReactNode } from 'react'
import { noteLength } from '../../../../rules/leads.ts'
import type { Leads } from '../../../../server/leads/manage-leads.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import style from './leads-page.module.css'

type Props = {
  kind: 'call' | 'message'
  entry: Leads['calls'][number] | Leads['messages'][number]
  title: ReactNode
  /** Actions besides answering it. */
  actions?: ReactNode
  onSaved: (notice: string) => void
  /** Details, as `<dd>`s. */
  children: ReactNode
}

/** One visitor's call or message, with the fund's note on it and whether it was answered. */
export function LeadEntry({ kind, entry, title, actions, onSaved, children }: Props) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onSaved(notice))
  const { id, name, email, phone, message, state, note, created_at } = entry
  const other = state === 'new' ? 'answered' : 'new'
  return (
    <li className={style.entry}>
      <div>
        <h3 id={`request-${id}`} data-id={id} tabIndex={-1}>
          {name}
        </h3>
        <p className={style.title}>
          {title} {state === 'new' ? <Badge tone="warning">New</Badge> : <Badge>Answered</Badge>}
        </p>
        <dl className={style.facts}>
          <dt className="visually-hidden">Details</dt>
          {children}
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
          {phone && (
            <dd>
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
            </dd>
          )}
          <dd>
            Received <FormattedDate date={created_at} time />
          </dd>
        </dl>
        {message && <p className={style.message}>{message}</p>}
        {actions}
      </div>
      <Form method="post" action={`/profile/leads/${kind}/${id}`} className={style.form}>
        <Banner of={answer?.error}>{answer?.error?.message}</Banner>
        <TextField
          label={
            <>
              Note<span className="visually-hidden"> about {name}</span>
            </>
          }
          name="note"
          rows={2}
          maxLength={noteLength}
          defaultValue={note ?? ''}
        />
        <input type="hidden" name="loaded_note" value={note ?? ''} />
        <ActionFields intent="save" />
        <div className={style.actions}>
          <Button type="submit" size="small" name="state" value={other} busy={busy}>
            {other === 'answered' ? 'Mark as answered' : 'Mark as new'}
          </Button>
          <Button type="submit" size="small" variant="link" name="state" value={state} busy={busy}>
            Save note
          </Button>
        </div>
      </Form>
    </li>
  )
}
