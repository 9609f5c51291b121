import { type ComponentProps, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import type { CommandAnswer } from '../actions/answer.ts'
import { CommandField, FormOf } from './command-field.tsx'
import { Pair } from './pair.tsx'

type NameOf<C extends Command> = Extract<keyof C['fields'], string>

/** A field of one command. */
type FieldOf<C extends Command> = (props: ComponentProps<typeof CommandField> & { name: NameOf<C> }) => ReactNode

/**
 * What a form adds to a field: the text that it begins with, or that a hidden one has; attributes; what is shown in its place;
 * or null where the form goes without it.
 */
type Given = string | Omit<ComponentProps<typeof CommandField>, 'name'> | ReactElement | null

export interface FieldsOf<C extends Command> {
  command: C
  /**
   * Content above its fields, which are shown in their order; or a function of the field component, for a layout of
   * its own.
   */
  children?: ReactNode | ((Field: FieldOf<C>) => ReactNode)
  /** What the form adds to fields. Without it, a field is shown as the command describes it. */
  fields?: { readonly [Name in NameOf<C>]?: Given }
  /** The class of what its fields are in, where they aren’t below each other like the rest of the form. */
  layout?: string
  /** Fields that are beside each other, at the place of the first. */
  pairs?: readonly (readonly [NameOf<C>, NameOf<C>])[]
}

type Props<C extends Command> = FieldsOf<C> & {
  answer: CommandAnswer | undefined
  /** What was typed, where the browser has lost it. */
  typed?: CommandAnswer['typed']
}

/** What the form of a command has between its start and its buttons. */
export function CommandFields<C extends Command>({ answer, typed, ...described }: Props<C>) {
  const { command, children, layout } = described
  return (
    <FormOf value={{ command, answer, typed }}>
      {typeof children === 'function' ? (
        children(CommandField)
      ) : (
        <>
          {children}
          {layout ? (
            <div className={layout}>
              <InOrder {...described} />
            </div>
          ) : (
            <InOrder {...described} />
          )}
        </>
      )}
    </FormOf>
  )
}

function InOrder<C extends Command>({ command, fields, pairs = [] }: FieldsOf<C>) {
  const given: Readonly<Record<string, Given | undefined>> = fields ?? {}
  const show = (name: string) => <Fragment key={name}>{shown(name, given[name])}</Fragment>
  const seconds: readonly string[] = pairs.map(([, second]) => second)
  const names = Object.keys(command.fields).filter(name => !seconds.includes(name))
  return names.map(name => {
    const pair = pairs.find(([first]) => first === name)
    return pair ? <Pair key={name}>{pair.map(show)}</Pair> : show(name)
  })
}

function shown(name: string, given: Given | undefined): ReactNode {
  if (given === null || isValidElement(given)) return given
  if (typeof given === 'string') return <CommandField name={name} defaultValue={given} />
  return <CommandField name={name} {...(given as Omit<ComponentProps<typeof CommandField>, 'name'>)} />
}

/** @returns whether a field of the form says why it was refused */
export function isAtField({ problems = {}, typed }: CommandAnswer): boolean {
  return Object.keys(problems).some(name => typed && Object.hasOwn(typed, name))
}
