import type { ComponentProps } from 'react'
import { classes } from '../../shell/ui/classes.ts'
import style from './toolbar-button.module.css'
import { type IconName, ViewerIcon } from './viewer-icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'children' | 'title'> & {
  icon: IconName
  /** The accessible name, and the tooltip unless it is shown next to the icon. */
  label: string
  /** Shows the label next to the icon. */
  showLabel?: boolean
}

/** A button of the viewer's toolbar. While disabled it can still have focus. */
export function ToolbarButton({ icon, label, showLabel, className, disabled, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(`center gap-2 small touch ${style.button}`, className)}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      title={showLabel ? undefined : label}
    >
      <ViewerIcon name={icon} />
      <span className={showLabel ? style.label : 'visually-hidden'}>{label}</span>
    </button>
  )
}
