import { useId } from 'react'
import { href } from 'react-router'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { remarkOnConversationCommand } from '../../inbox.commands.ts'
import type { Remark } from '../../server/remarks.ts'
import style from './remarks-section.module.css'

type Props = {
  conversationId: string
  remarks: Remark[]
  onSaved: (notice: string) => void
}

/** What administrators tell each other about a conversation, oldest first, and a form to add to it. */
export function RemarksSection({ conversationId, remarks, onSaved }: Props) {
  const heading = useId()
  return (
    <section className={`double-above sunk ${style.remarks}`} aria-labelledby={heading}>
      <h2 id={heading}>Remarks</h2>
      <p className="quiet">Only administrators see these.</p>
      <ol>
        {remarks.map(({ id, authorName, body, createdAt }) => (
          <li key={id}>
            <p className={`cluster gap-0-3 tabular quiet ${style.author}`}>
              <strong>{authorName}</strong> <FormattedDate date={createdAt} time />
            </p>
            <p className="as-written">{body}</p>
          </li>
        ))}
      </ol>
      <CommandForm
        command={remarkOnConversationCommand}
        action={href('/profile/admin/messages/:id', { id: conversationId })}
        size="small"
        className={`stack gap-3 above-3 ${style.form}`}
        isEmptied
        fields={{ body: { hideLabel: remarks.length === 0 } }}
        onDone={onSaved}
      />
    </section>
  )
}
