import { type ComponentProps, type ReactNode, useId } from 'react'
import style from './switch.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode
  /** A line under the label: what it is about. */
  hint?: ReactNode
}

/** Something that is on or off, and changes at once. Takes every attribute of a checkbox besides its words. */
export function Switch({ label, hint, id, ...input }: Props) {
  const own = useId()
  const control = id ?? own
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
