import type { ComponentProps } from 'react'
import { href } from 'react-router'
import type { Command } from '../../../rules/commands/command.ts'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { CommandDialog } from '../../shell/commands/command-dialog.tsx'
import { CommandField, useRefused } from '../../shell/commands/command-field.tsx'

type Props<C extends Command, Answer extends CommandAnswer> = Omit<
  ComponentProps<typeof CommandDialog<C, Answer>>,
  'action'
> & { personId: string }

/** A dialog before a change of a person's rights, access or account. */
export function PersonQuestion<C extends Command, Answer extends CommandAnswer = CommandAnswer>({
  personId,
  ...dialog
}: Props<C, Answer>) {
  return <CommandDialog<C, Answer> {...dialog} action={href('/profile/people/:id', { id: personId })} />
}

/** The reason for leaving only one approver. Hidden until the server asks for it. */
export function AloneField() {
  return useRefused().code === 'LAST_DECIDER' ? <CommandField name="alone" required data-autofocus /> : null
}
