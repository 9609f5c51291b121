import { href } from 'react-router'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { openWireCommand } from '../wire.commands.ts'

type Props = { noteId: string; openedAt: Date | null; onDone: (notice: string) => void }

/** On the page of a signed note: its holder sees the fund's wire instructions, or doesn't yet. */
export function NoteWire({ noteId, openedAt, onDone }: Props) {
  const all = <Link to={href('/profile/admin/wire-instructions')}>Wire instructions</Link>
  if (openedAt)
    return (
      <p>
        The holder sees the wire instructions since <FormattedDate date={openedAt} time />, until the note is funded.{' '}
        {all}
      </p>
    )
  return (
    <CommandForm
      command={openWireCommand}
      action={href('/profile/admin/register/notes/:id', { id: noteId })}
      onDone={onDone}
    >
      <p>
        Each authorized person of the holder gets an e-mail, without the instructions, and sees them in the portal after
        confirming that it’s them. {all}
      </p>
    </CommandForm>
  )
}
