import type { ComponentProps, ReactNode } from 'react'
import { useActionData } from 'react-router'
import type { Command } from '../../../rules/commands/command.ts'
import { ActionFields } from '../actions/action-fields.tsx'
import type { CommandAnswer } from '../actions/answer.ts'
import { useAction } from '../actions/use-action.ts'
import { useFocusOnError } from '../actions/use-focus-on-error.ts'
import { useHydrated } from '../hydrated.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { CommandFields, type FieldsOf, isAtField } from './command-fields.tsx'
import style from './command-form.module.css'

/** @returns the answer to a form that was sent without scripts, wherever on the page it is */
export const useLastAnswer = () => useActionData() as CommandAnswer | undefined

type Done = (notice: string) => void

type Props<C extends Command> = FieldsOf<C> &
  Pick<ComponentProps<'form'>, 'aria-label'> & {
    /** The address of the route that carries it out: the page's own, with its query, unless it says otherwise. */
    action?: string
    variant?: ButtonProps['variant']
    size?: ButtonProps['size']
    /** What the button says, where the command's own words don't fit. */
    button?: string
    /** Distinguishes it from another form of the same command on the page. */
    form?: string
    /** The class of a form that has its fields and button beside each other. */
    row?: string | undefined
    /** The class of any other form, instead of its own. */
    className?: string | undefined
    /** Whether it is empty again after success, for the next of several. */
    isEmptied?: boolean
    /** Whether only the server says what is wrong with a field, as far as scripts run. */
    noValidate?: boolean
    /** Content beside its button, such as a link that leaves the form. */
    beside?: ReactNode
    'data-print'?: 'no'
    /** Shows the final notice; not needed where the page shows the change. */
    onDone?: Done
  }

/** The form of a command, with scripts and without: fields, errors at their field, a button, and why it was refused. */
export function CommandForm<C extends Command>(props: Props<C>) {
  const { command, action, variant, size, button = command.button, form = '', row, className, beside } = props
  const { isEmptied = false, noValidate = false, onDone, 'aria-label': label, 'data-print': print } = props
  const { children, fields, layout, pairs } = props
  const hydrated = useHydrated()
  const { Form, answer, busy, lost, shown } = useCommandForm(command, {
    form,
    onDone(notice) {
      onDone?.(notice)
      if (isEmptied) sent.current?.reset()
    },
  })
  const sent = useFocusOnError(answer)
  const why = <Banner of={shown}>{shown && !isAtField(shown) && shown.error?.message}</Banner>
  const submit = (
    <Button variant={variant} size={size} type="submit" busy={busy} busyLabel={command.busy}>
      {button}
    </Button>
  )
  const hasFile = Object.values(command.fields).some(({ control }) => control === 'file')
  return (
    <Form
      aria-label={label}
      data-print={print}
      {...(hasFile && { encType: 'multipart/form-data' })}
      ref={sent}
      method="post"
      action={action}
      noValidate={noValidate && hydrated}
      className={row ?? className ?? style.form}
    >
      <ActionFields intent={command.name} />
      {form && <input type="hidden" name="form" value={form} />}
      <CommandFields {...{ command, children, fields, layout, pairs }} answer={shown} typed={lost?.typed} />
      {row ? (
        <>
          {submit}
          {why}
        </>
      ) : (
        <>
          {why}
          <div className={style.buttons}>
            {submit}
            {beside}
          </div>
        </>
      )}
    </Form>
  )
}

/**
 * For the form of a command that has a layout of its own.
 * @returns as `useAction`, with the answer as `shown`; as `lost`, the one that came without scripts, so that the browser has lost
 *   what was typed
 */
export function useCommandForm<Answer extends CommandAnswer = CommandAnswer>(
  command: Command,
  { form = '', onDone }: { form?: string; onDone?: Done } = {},
) {
  const action = useAction<Answer>(({ notice }) => notice && onDone?.(notice))
  const last = useLastAnswer() as Answer | undefined
  const lost = last?.command === command.name && (last.typed?.form ?? '') === form ? last : undefined
  return { ...action, lost, shown: action.answer ?? lost }
}
