import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import type { Command } from '../../rules/commands/command.ts'
import { ActionFields } from '../actions/action-fields.tsx'
import { useAction } from '../actions/use-action.ts'
import { useFocusOnError } from '../actions/use-focus-on-error.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import type { CommandAnswer } from './command-actions.ts'
import { CommandField, FormOf } from './command-field.tsx'
import style from './command-form.module.css'

/** The answer to a form that was sent without scripts, wherever on the page it is. */
export const LastAnswer = createContext<CommandAnswer | undefined>(undefined)

/** A field of one command. */
type FieldOf<C extends Command> = (
  props: ComponentProps<typeof CommandField> & { name: Extract<keyof C['fields'], string> },
) => ReactNode

type Props<C extends Command> = {
  command: C
  /** The address of the route whose action carries it out. */
  action: string
  variant?: ButtonProps['variant']
  /** What the button says, where the command's own words don't fit. */
  button?: string
  /** Tells it from another form of the same command on the page. */
  form?: string
  onDone: (notice: string) => void
  /** What is above its fields, which are shown in their order; or a function of a field's component, where more depends on data. */
  children?: ReactNode | ((Field: FieldOf<C>) => ReactNode)
}

/** The form of a command, with scripts and without: fields, errors at their field, a button, and why it was refused. */
export function CommandForm<C extends Command>(props: Props<C>) {
  const { command, action, variant, button = command.button, form = '', onDone, children } = props
  const { Form, answer, busy } = useAction<CommandAnswer>(({ notice }) => notice && onDone(notice))
  const last = use(LastAnswer)
  const lost = last?.command === command.name && (last.typed?.form ?? '') === form ? last : undefined
  const shown = answer ?? lost
  const isAtField = Object.keys(shown?.problems ?? {}).some(name => shown?.typed && Object.hasOwn(shown.typed, name))
  return (
    <Form ref={useFocusOnError(answer)} method="post" action={action} className={style.form}>
      <ActionFields intent={command.name} />
      {form && <input type="hidden" name="form" value={form} />}
      <FormOf value={{ command, answer: shown, typed: lost?.typed }}>
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
      <Banner of={shown}>{!isAtField && shown?.error?.message}</Banner>
      <div className={style.buttons}>
        <Button variant={variant} type="submit" busy={busy} busyLabel={command.busy}>
          {button}
        </Button>
      </div>
    </Form>
  )
}
