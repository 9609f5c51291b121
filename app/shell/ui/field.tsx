import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import { classes } from './classes.ts'
import style from './field.module.css'
import { useMendedError } from './use-mended-error.ts'

type Labeling = {
  label: ReactNode
  /** One line below the label: what to enter, or in which format. */
  hint?: ReactNode
  /** The problem and how to correct it; marks and describes the control as invalid until it is changed. */
  error?: ReactNode
  /** Shows the label to screen readers only, for example below a heading with the same text. */
  hideLabel?: boolean
}

/**
 * Name and label as a command describes them: `<Field<typeof sendCommand> name="body" label="Message" />`. For pages that stay
 * small and don't load the description; others show a `CommandField`.
 */
type Described<C extends Command> = Command extends C
  ? unknown
  : { [Name in keyof C['fields']]: { name: Name; label: C['fields'][Name]['label'] } }[keyof C['fields']]

type InputProps = Labeling & ComponentProps<'input'>
type AreaProps = Labeling & ComponentProps<'textarea'>
type SelectProps = Labeling & ComponentProps<'select'>

type ControlProps = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'data-problem': true | undefined
}

/**
 * A control with its label, hint and error.
 * @param children renders the control with the attributes that connect it to these
 */
export function FieldFrame({
  label,
  hint,
  error: answered,
  hideLabel,
  id,
  className,
  children,
}: Labeling & { id?: string; className?: string; children: (control: ControlProps) => ReactNode }) {
  const { error, onInput } = useMendedError(answered)
  const generatedId = useId()
  const control = id ?? generatedId
  const described = classes(hint ? `${control}-hint` : '', error ? `${control}-error` : '')
  return (
    <div className={classes(style.field, className)} onInput={onInput}>
      <label className={hideLabel ? 'visually-hidden' : style.label} htmlFor={control}>
        {label}
      </label>
      {hint && (
        <p className={style.hint} id={`${control}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id: control,
        className: style.control ?? '',
        'aria-describedby': described,
        'aria-invalid': error ? true : undefined,
        // The answer moves the focus here, although its error is shown a moment later.
        'data-problem': answered ? true : undefined,
      })}
      <p className={style.error} id={`${control}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

/** A single line of text. Also takes every attribute of `<input>`. */
export function Field<C extends Command = Command>(props: InputProps & Described<C>): ReactNode
export function Field({ label, hint, error, hideLabel, id, className, ...input }: InputProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} hideLabel={hideLabel} id={id} className={className}>
      {control => <input type="text" {...input} {...control} />}
    </FieldFrame>
  )
}

/** Several lines of text. Also takes every attribute of `<textarea>`. */
export function TextField<C extends Command = Command>(props: AreaProps & Described<C>): ReactNode
export function TextField({ label, hint, error, hideLabel, id, className, ...area }: AreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} hideLabel={hideLabel} id={id} className={className}>
      {control => <textarea rows={5} {...area} {...control} />}
    </FieldFrame>
  )
}

/** A choice from a list. Also takes every attribute of `<select>`, and its options as children. */
export function SelectField<C extends Command = Command>(props: SelectProps & Described<C>): ReactNode
export function SelectField({ label, hint, error, hideLabel, id, className, ...select }: SelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} hideLabel={hideLabel} id={id} className={className}>
      {control => <select {...select} {...control} />}
    </FieldFrame>
  )
}
