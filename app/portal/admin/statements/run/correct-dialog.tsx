import { href } from 'react-router'
import { correctStatementCommand } from '../../../../../rules/statements.commands.ts'
import type { StatementEntry } from '../../../../../server/statements/statements-list.ts'
import { CommandDialog } from '../../../../commands/command-dialog.tsx'

type Props = { runId: string; statement: StatementEntry; onClose: () => void }

/** Asks what is corrected. The old statement stays as it is; the new one names it. */
export function CorrectDialog({ runId, statement: { id, number, holder }, onClose }: Props) {
  return (
    <CommandDialog
      command={correctStatementCommand}
      action={href('/profile/admin/statements/:id', { id: runId })}
      title={`Correct ${number}?`}
      onClose={onClose}
      onDone={onClose}
    >
      {Field => (
        <>
          <Field name="statement" value={id} />
          <p>
            {number} of {holder} stays as it is. A new statement names it, and includes what was recorded later about
            its period. Two people release it.
          </p>
          <Field name="reason" data-autofocus />
        </>
      )}
    </CommandDialog>
  )
}
