import { useField } from '@conform-to/react'
import { type ComponentProps, type ReactNode, use } from 'react'
import { Field, SelectField, TextField } from '../ui/field.tsx'
import { Options } from '../ui/options.tsx'
import { FormOf } from './form-context.ts'

type Props = Omit<ComponentProps<'input'> & ComponentProps<'select'> & ComponentProps<'textarea'>, 'ref'> & {
  /** Of the command of the form around. */
  name: string
  label?: string
  hint?: ReactNode
  /** Options of a choice that depend on data. */
  children?: ReactNode
}

/** A field of the form around: its label and limits are the command's, and it shows what is wrong with it. */
export function CommandField({ name, defaultValue, children, ...attributes }: Props) {
  const { command, answer } = useFormOf()
  const field = command.fields[name]
  const [{ initialValue, errors }] = useField<string>(name)
  if (!field) throw new Error(`${command.name} has no field ${name}`)
  const { label, control, attributes: own, options, schema: _, refusal: __ } = field
  // What was typed and refused; what an empty field held isn't in it.
  const value = initialValue ?? (answer?.result ? '' : defaultValue)
  const shared = { label, name, error: errors?.[0], defaultValue: value, ...own, ...attributes }
  if (own.type === 'hidden') return <input type="hidden" name={name} value={attributes.value ?? value ?? ''} />
  if (control === 'textarea') return <TextField {...shared} />
  if (control === 'select')
    return <SelectField {...shared}>{children ?? (options && <Options of={options} />)}</SelectField>
  return <Field {...shared} />
}

/** @returns the command of the form around, and how it was answered */
export function useFormOf() {
  const form = use(FormOf)
  if (!form) throw new Error('No CommandForm is around this')
  return form
}

/** @returns what was typed into the form around when it was refused, and the code of the refusal */
export function useRefused(): { code: string | undefined; typed: Readonly<Record<string, string>> } {
  const { answer } = useFormOf()
  return { code: answer?.error?.code, typed: (answer?.result?.initialValue ?? {}) as Record<string, string> }
}
