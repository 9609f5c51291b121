import { href } from 'react-router'
import { remarkOnPersonCommand } from '../../../../../rules/people/person.commands.ts'
import type { Actor } from '../../../../../server/access/actor.ts'
import type { Remark } from '../../../../../server/messages/remarks.ts'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import style from './overview.module.css'

type Props = { me: Actor; personId: string; remarks: Remark[]; onNotice: (notice: string) => void }

/** Administrators' internal remarks about a person, oldest first, and a form to add one. */
export function PersonRemarks({ personId, remarks, onNotice }: Props) {
  return (
    <>
      {remarks.length > 0 && (
        <ol className={`plain-list stack ${style.remarks}`}>
          {remarks.map(({ id, authorName, body, createdAt }) => (
            <li key={id}>
              <p className="as-written">{body}</p>
              <p className="quiet">
                {authorName}, <FormattedDate date={createdAt} time />
              </p>
            </li>
          ))}
        </ol>
      )}
      <CommandForm
        command={remarkOnPersonCommand}
        action={href('/profile/people/:id', { id: personId })}
        className="stack gap-3 below-3 column-36"
        isEmptied
        onDone={onNotice}
      >
        {Field => <Field name="body" rows={3} />}
      </CommandForm>
    </>
  )
}
