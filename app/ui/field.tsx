import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import style from './field.module.css'

type Words = {
  label: ReactNode
  /** One line under the label: what to write, or in which form. */
  hint?: ReactNode
  /** What is wrong and how to mend it; the control is then marked invalid and described by it. */
  error?: ReactNode
  /** The label is read but not seen, where a heading beside it says the same. */
  hideLabel?: boolean
}

type Wiring = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * Label, hint and error around any control.
 * @param children draws the control with the attributes that tie it to its words
 */
export function FieldFrame({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  children,
}: Words & { id?: string; className?: string; children: (wiring: Wiring) => ReactNode }) {
  const own = useId()
  const control = id ?? own
  const described = classes(hint ? `${control}-hint` : '', error ? `${control}-error` : '')
  return (
    <div className={classes(style.field, className)}>
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
      })}
      <p className={style.error} id={`${control}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

/** A line of text. Takes every attribute of `<input>` besides its words. */
export function Field({ label, hint, error, hideLabel, id, className, ...input }: Words & ComponentProps<'input'>) {
  return (
    <FieldFrame {...{ label, hint, error, hideLabel, id, className }}>
      {wiring => <input type="text" {...input} {...wiring} />}
    </FieldFrame>
  )
}

/** Several lines of text. Takes every attribute of `<textarea>` besides its words. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  ...area
}: Words & ComponentProps<'textarea'>) {
  return (
    <FieldFrame {...{ label, hint, error, hideLabel, id, className }}>
      {wiring => <textarea rows={5} {...area} {...wiring} />}
    </FieldFrame>
  )
}

/** A choice out of a few. Takes every attribute of `<select>` and its options as children. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  ...select
}: Words & ComponentProps<'select'>) {
  return (
    <FieldFrame {...{ label, hint, error, hideLabel, id, className }}>
      {wiring => <select {...select} {...wiring} />}
    </FieldFrame>
  )
}
