import { FormProvider, useForm } from '@conform-to/react'
import { parseWithValibot } from '@conform-to/valibot'
import { type ComponentProps, type ReactNode, use } from 'react'
import { type Command, schemaOf } from '../../rules/commands/command.ts'
import { ActionFields } from '../actions/action-fields.tsx'
import { useAction } from '../actions/use-action.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import type { CommandAnswer } from './command-actions.ts'
import { CommandField } from './command-field.tsx'
import style from './command-form.module.css'
import { FormOf, LastAnswer } from './form-context.ts'

type Props<C extends Command> = {
  command: C
  /** The address of the route whose action carries it out. */
  action: string
  /** What its fields begin with. */
  defaults?: Partial<Record<Extract<keyof C['fields'], string>, string | undefined>>
  variant?: ButtonProps['variant']
  /** What the button says, where the command's own words don't fit. */
  button?: string
  /** Tells it from another form of the same command on the page. */
  form?: string
  onDone: (notice: string) => void
  /** What is above its fields, which are shown in their order; or a function of a field's component, where more depends on data. */
  children?: ReactNode | ((Field: FieldOf<C>) => ReactNode)
}

/** A field of one command. */
type FieldOf<C extends Command> = (
  props: ComponentProps<typeof CommandField> & { name: Extract<keyof C['fields'], string> },
) => ReactNode

/** The form of a command, with scripts and without: fields, errors at their field, a button, and the reason of a refusal. */
export function CommandForm<C extends Command>({
  command,
  action,
  defaults,
  variant,
  button,
  form: part = '',
  onDone,
  children,
}: Props<C>) {
  const { Form, answer: last, busy } = useAction<CommandAnswer>(({ notice }) => notice && onDone(notice))
  const before = use(LastAnswer)
  const isBefore = before?.command === command.name && (before.result?.initialValue?.form ?? '') === part
  const answer = last ?? (isBefore ? before : undefined)
  const [form] = useForm<Record<string, unknown>>({
    lastResult: answer?.result,
    defaultValue: defaults,
    onValidate: ({ formData }) =>
      parseWithValibot(formData, { schema: schemaOf<Command>(command), disableAutoCoercion: true }),
    shouldRevalidate: 'onInput',
  })
  return (
    <FormProvider context={form.context}>
      <Form id={form.id} method="post" action={action} className={style.form} onSubmit={form.onSubmit}>
        <ActionFields intent={command.name} />
        {part && <input type="hidden" name="form" value={part} />}
        <FormOf value={{ command, answer }}>
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
        <Banner of={answer}>
          {answer?.error && !answer.result?.fields?.length && (form.errors?.[0] ?? answer.error.message)}
        </Banner>
        <div className={style.buttons}>
          <Button variant={variant} type="submit" busy={busy} busyLabel={command.busy}>
            {button ?? command.button}
          </Button>
        </div>
      </Form>
    </FormProvider>
  )
}
