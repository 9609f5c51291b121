import { type ComponentProps, type ReactNode, useId } from 'react'
import style from './check-field.module.css'
import { useMendedError } from './use-mended-error.ts'

type Props = ComponentProps<'input'> & {
  label: ReactNode
  /** Why the box must be checked; marks and describes the checkbox as invalid until it is changed. */
  error?: ReactNode
}

/** A checkbox with its label and error. Also takes every attribute of `<input>`. */
export function CheckField({ label, error: answered, ...input }: Props) {
  const { error, onInput } = useMendedError(answered)
  const id = useId()
  return (
    <div className={style.field} onInput={onInput}>
      <label className={style.label}>
        <input
          {...input}
          type="checkbox"
          aria-describedby={error ? id : undefined}
          aria-invalid={error ? true : undefined}
          data-problem={answered ? true : undefined}
        />
        <span>{label}</span>
      </label>
      <p className={style.error} id={id} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
