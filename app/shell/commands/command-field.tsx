import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import type { CommandAnswer } from '../actions/answer.ts'
import { CheckField } from '../ui/check-field.tsx'
import { Field, SelectField, TextField } from '../ui/field.tsx'
import { FileField } from '../ui/file-field.tsx'
import { Options } from '../ui/options.tsx'

interface Form {
  command: Command
  answer: CommandAnswer | undefined
  /** What was typed, where the browser has lost it. */
  typed: CommandAnswer['typed']
}

/** The form around. */
export const FormOf = createContext<Form | undefined>(undefined)

type Attributes = ComponentProps<'input'> & ComponentProps<'select'> & ComponentProps<'textarea'>
type Props = Omit<Attributes, 'ref'> & {
  /** Of the command of the form around. */
  name: string
  label?: string
  hint?: ReactNode
  /** The problem, where the page itself finds one. */
  error?: ReactNode
  /** Only screen readers get the label. */
  hideLabel?: boolean
  'data-autofocus'?: boolean
  /** Options of a choice that depend on data. */
  children?: ReactNode
}

/** Of a dialog's field: the focus begins there. */
export const focused = { 'data-autofocus': true } as const

/** A field of the enclosing form, with the command's label and limits, and its problem. */
export function CommandField({ name, defaultValue, children, ...given }: Props) {
  const { command, answer, typed } = useFormOf()
  const field = command.fields[name]
  if (!field) throw new Error(`${command.name} has no field ${name}`)
  const { label, hint, control, attributes, options } = field
  // The page knows what it sends, whatever was sent before.
  if ((given.type ?? attributes.type) === 'hidden')
    return <input type="hidden" name={name} value={given.value ?? defaultValue ?? typed?.[name] ?? ''} />
  const value = typed?.[name] ?? defaultValue
  const shared = { label, hint, name, error: answer?.problems?.[name], ...attributes, ...given }
  const start = given.value === undefined ? { defaultValue: value } : {}
  if (control === 'checkbox') return <CheckField {...shared} defaultChecked={given.defaultChecked ?? Boolean(value)} />
  if (control === 'file') return <FileField {...shared} />
  if (control === 'textarea') return <TextField {...shared} {...start} />
  if (control === 'input') return <Field {...shared} {...start} />
  return (
    <SelectField {...shared} {...start}>
      {children ?? (options && <Options of={options} />)}
    </SelectField>
  )
}

function useFormOf(): Form {
  const form = use(FormOf)
  if (!form) throw new Error('No form of a command is around this')
  return form
}

type Refused = Required<Pick<CommandAnswer, 'typed' | 'chosen' | 'problems'>> & { code: string | undefined }

/** @returns the code for which the form around was refused, what was typed and chosen then, and what is wrong with which field */
export function useRefused(): Refused {
  const { error, typed = {}, chosen = {}, problems = {} } = useFormOf().answer ?? {}
  return { code: error?.code, typed, chosen, problems }
}
