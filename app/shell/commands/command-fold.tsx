import type { ComponentProps } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import { CommandForm, useLastAnswer } from './command-form.tsx'

type Props<C extends Command> = ComponentProps<typeof CommandForm<C>> & {
  title: string
  className: string | undefined
}

/** The form of a command behind its title. Where it was refused without scripts, it is open. */
export function CommandFold<C extends Command>({ title, className, ...form }: Props<C>) {
  const isRefused = useLastAnswer()?.command === form.command.name
  return (
    <details className={className} open={isRefused || undefined}>
      <summary>{title}</summary>
      <CommandForm {...form} />
    </details>
  )
}
