import type { ComponentProps, ReactNode } from 'react'
import type { Command } from '../../rules/commands/command.ts'
import type { CommandAnswer } from '../actions/answer.ts'
import { CommandField, FormOf } from './command-field.tsx'

/** A field of one command. */
type FieldOf<C extends Command> = (
  props: ComponentProps<typeof CommandField> & { name: Extract<keyof C['fields'], string> },
) => ReactNode

export interface FieldsOf<C extends Command> {
  command: C
  /**
   * Content above its fields, which are shown in their order; or a function of the field component, where the layout
   * depends on data.
   */
  children?: ReactNode | ((Field: FieldOf<C>) => ReactNode)
}

type Props<C extends Command> = FieldsOf<C> & {
  answer: CommandAnswer | undefined
  /** What was typed, where the browser has lost it. */
  typed?: CommandAnswer['typed']
}

/** What the form of a command has between its start and its buttons. */
export function CommandFields<C extends Command>({ command, answer, typed, children }: Props<C>) {
  return (
    <FormOf value={{ command, answer, typed }}>
      {typeof children === 'function' ? (
        children(CommandField)
      ) : (
        <>
          {children}
          {Object.keys(command.fields).map(name => (
            <CommandField key={name} name={name} />
          ))}
        </>
      )}
    </FormOf>
  )
}

/** @returns whether a field of the form says why it was refused */
export function isAtField({ problems = {}, typed }: CommandAnswer): boolean {
  return Object.keys(problems).some(name => typed && Object.hasOwn(typed, name))
}
