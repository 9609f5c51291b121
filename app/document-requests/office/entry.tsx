import { type ReactNode, useState } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import { nameOf } from '../../people/office/managing/person-name.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { type FormAction, useAction } from '../../shell/actions/use-action.ts'
import { PersonLink } from '../../shell/office/person-link.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Dialog } from '../../shell/ui/dialog.tsx'
import style from './outstanding-page.module.css'

type Props = {
  person: { id: string; email: string; fullName: string | null }
  title: ReactNode
  /** Its state, in short sentences. */
  facts: ReactNode
  note?: ReactNode
  onNotice: (notice: string) => void
  /** The buttons. */
  actions: (action: FormAction) => ReactNode
}

export function OutstandingEntry({ person, title, facts, note, onNotice, actions }: Props) {
  const action = useAction(({ notice }) => notice && onNotice(notice))
  const { answer, busy } = action
  return (
    <li className={`stack gap-3-6 line-above pad-4 ${style.entry}`}>
      <div>
        <h3>{title}</h3>
        <p className={style.person}>
          <PersonLink id={person.id}>{nameOf(person)}</PersonLink>
        </p>
        <p className="quiet tabular">{facts}</p>
        {note && <p className="small as-written above-2">{note}</p>}
        <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      </div>
      <div className={`cluster center gap-2-5 ${style.actions}`}>{actions(action)}</div>
    </li>
  )
}

type StepButtonProps = {
  action: FormAction
  /** The form's target. */
  to: string
  command: Command
  fields?: Record<string, string>
  /** For screen readers, after the button's label, to distinguish the rows' buttons. */
  about: string
  /** Asks for confirmation, with this title and text. */
  confirm?: { title: string; text: string }
  main?: boolean
}

/** A button for one step that also works without scripts. */
export function StepButton({ action, to, command, fields = {}, about, confirm, main }: StepButtonProps) {
  const { name: intent, button } = command
  const [asking, setAsking] = useState(false)
  const { Form, busy, sentIntent, send } = action
  return (
    <Form method="post" action={to}>
      <ActionFields intent={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        size="small"
        variant={main ? 'quiet' : 'link'}
        busy={busy && sentIntent === intent}
        aria-label={`${button}: ${about}`}
        onClick={event => {
          if (!confirm) return
          event.preventDefault()
          setAsking(true)
        }}
      >
        {button}
      </Button>
      {asking && confirm && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={confirm.title}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button
                variant="primary"
                onClick={() => {
                  setAsking(false)
                  send({ intent, ...fields }, to)
                }}
              >
                {button}
              </Button>
            </>
          }
        >
          <p>{confirm.text}</p>
        </Dialog>
      )}
    </Form>
  )
}
