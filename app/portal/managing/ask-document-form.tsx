import { useRef } from 'react'
import { href, useLocation } from 'react-router'
import { requestNameLength, requestNoteLength } from '../../../rules/document-request-limits.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useAction } from '../../actions/use-action.ts'
import { useHydrated } from '../../hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import type { RequestAnswer } from '../document-requests/request-actions.ts'
import style from './signing-link-form.module.css'

/**
 * For administrators: asks a person for a document. They see it in their portal until they have uploaded it.
 * @param personId who is asked
 * @param name their name
 */
export function AskDocumentForm({ personId, name }: { personId: string; name: string }) {
  const { say, ...notice } = useNotice()
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const { pathname, search } = useLocation()
  const { Form, answer, busy } = useAction<RequestAnswer>(({ notice, problems }) => {
    if (problems) form.current?.querySelector<HTMLInputElement>(`[name=${Object.keys(problems)[0]}]`)?.focus()
    if (!notice) return
    say(notice)
    form.current?.reset()
    form.current?.querySelector<HTMLInputElement>('[name=name]')?.focus()
  })
  const problems = busy ? undefined : answer?.problems
  return (
    <details className={style.link}>
      <summary>Ask {name} for a document</summary>
      <Form ref={form} method="post" action={href('/profile/requests')} className={style.ask} noValidate={hydrated}>
        <ActionFields intent="ask" />
        <input type="hidden" name="person" value={personId} />
        <input type="hidden" name="next" value={pathname + search} />
        <Field
          label="Document"
          hint="Such as “Proof of address”."
          name="name"
          autoComplete="off"
          required
          maxLength={requestNameLength}
          error={problems?.name}
        />
        <Field
          label="Needed by (optional)"
          name="due_on"
          type="date"
          error={problems?.due_on}
          hint="We remind them the day before."
        />
        <TextField
          className={style.note}
          label="Note (optional)"
          hint="What it should show, or how recent it should be. They read it in their portal."
          name="note"
          rows={3}
          maxLength={requestNoteLength}
          error={problems?.note}
        />
        <Button type="submit" className={style.add} busy={busy} busyLabel="Sending…">
          Send request
        </Button>
      </Form>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <Notice {...notice} />
    </details>
  )
}
