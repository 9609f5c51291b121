import { type ComponentProps, type ReactNode, useId } from 'react'
import style from './switch.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode
  /** An explanation below the label. */
  hint?: ReactNode
}

/** A setting that is on or off and takes effect at once. Also takes every attribute of a checkbox. */
export function Switch({ label, hint, id, ...input }: Props) {
  const generatedId = useId()
  const control = id ?? generatedId
  return (
    <div className={style.row}>
      <label htmlFor={control} className={style.label}>
        {label}
      </label>
      {hint && (
        <p className={style.hint} id={`${control}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={control}
        className={style.switch}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        aria-describedby={hint ? `${control}-hint` : undefined}
      />
    </div>
  )
}
