import { useRef } from 'react'
import { href, useLocation } from 'react-router'
import { askForDocumentCommand } from '../../../rules/documents/document-request.commands.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import type { CommandAnswer } from '../../actions/answer.ts'
import { useAction } from '../../actions/use-action.ts'
import { CommandFields, isAtField } from '../../commands/command-fields.tsx'
import { useHydrated } from '../../hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import style from './signing-link-form.module.css'

/** For administrators: requests a document from a person. It is shown in their portal until they upload it. */
export function AskDocumentForm({ personId, name }: { personId: string; name: string }) {
  const { say, ...notice } = useNotice()
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const { pathname, search } = useLocation()
  const { Form, answer, busy } = useAction<CommandAnswer>(({ notice, problems }) => {
    const [wrong] = Object.keys(problems ?? {})
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    if (!notice) return
    say(notice)
    form.current?.reset()
    form.current?.querySelector<HTMLInputElement>('[name=name]')?.focus()
  })
  const shown = busy ? undefined : answer
  return (
    <details className={style.link}>
      <summary>Ask {name} for a document</summary>
      <Form
        ref={form}
        method="post"
        action={href('/profile/requests')}
        className={`stack gap-3-4 ${style.ask}`}
        noValidate={hydrated}
      >
        <ActionFields intent={askForDocumentCommand.name} />
        <input type="hidden" name="person" value={personId} />
        <input type="hidden" name="next" value={pathname + search} />
        <CommandFields command={askForDocumentCommand} answer={shown}>
          {Field => (
            <>
              <Field name="name" />
              <Field name="due_on" type="date" maxLength={undefined} />
              <Field className={style.note} name="note" rows={3} />
            </>
          )}
        </CommandFields>
        <Button type="submit" className={style.add} busy={busy} busyLabel={askForDocumentCommand.busy}>
          {askForDocumentCommand.button}
        </Button>
      </Form>
      <Banner of={answer}>{shown && !isAtField(shown) && shown.error?.message}</Banner>
      <Notice {...notice} />
    </details>
  )
}
