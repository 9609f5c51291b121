import type { ComponentProps } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from './icons.tsx'
import style from './tool.module.css'

type Props = Omit<ComponentProps<'button'>, 'children' | 'title'> & {
  icon: IconName
  /** What it does; heard, and shown beside the sign with `words`, else when one points at it. */
  label: string
  words?: boolean
}

/** One button of the viewer's toolbar. A tool that has nothing to do stays in its place, and keeps the focus. */
export function Tool({ icon, label, words, className, disabled, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(style.tool, className)}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      title={words ? undefined : label}
    >
      <Icon name={icon} />
      <span className={words ? style.words : 'visually-hidden'}>{label}</span>
    </button>
  )
}
