import type { ComponentProps } from 'react'
import { href } from 'react-router'
import type { Command } from '../../../../rules/commands/command.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'

/** The form of a command about a note. */
export function NoteForm<C extends Command>({
  noteId,
  ...form
}: Omit<ComponentProps<typeof CommandForm<C>>, 'action'> & { noteId: string }) {
  return <CommandForm {...form} action={href('/profile/admin/register/notes/:id', { id: noteId })} />
}
