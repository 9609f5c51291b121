import { type ReactNode, useEffect, useId } from 'react'
import { classes } from '../../shell/ui/classes.ts'
import { usePopover } from '../../shell/ui/use-popover.ts'
import style from './overflow-menu.module.css'
import { ToolbarButton } from './toolbar-button.tsx'

export type MenuChoice =
  | { label: string; onSelect: () => void; href?: undefined; phone?: boolean }
  | { label: string; href: string; newTab?: boolean; onSelect?: undefined; phone?: boolean }

/**
 * Less common actions, behind one button. A popover, so that the browser closes it on Escape and on a press outside.
 * @param choices with `phone`, shown only if the toolbar has no room for it
 */
export function OverflowMenu({ choices }: { choices: MenuChoice[] }) {
  const id = useId()
  const { ref: list, isOpen: open, onToggle } = usePopover<HTMLDivElement>()
  // Placed before it is visible; if it was opened before the scripts ran, now.
  useEffect(() => {
    if (open && list.current) place(list.current)
  }, [open, list])
  const close = () => list.current?.hidePopover()
  return (
    <>
      <ToolbarButton icon="more" label="More" popoverTarget={id} aria-expanded={open} aria-controls={id} />
      <div
        id={id}
        ref={list}
        popover="auto"
        className={style.list}
        onBeforeToggle={event => event.newState === 'open' && place(event.currentTarget)}
        onToggle={onToggle}
      >
        {choices.map(choice => (
          <MenuEntry key={choice.label} choice={choice} onDone={close} />
        ))}
      </div>
    </>
  )
}

function MenuEntry({ choice, onDone }: { choice: MenuChoice; onDone: () => void }): ReactNode {
  const className = classes(`center full small touch ${style.entry}`, choice.phone && style.phone)
  if (choice.href === undefined) {
    const select = () => {
      onDone()
      choice.onSelect()
    }
    return (
      <button type="button" className={className} onClick={select}>
        {choice.label}
      </button>
    )
  }
  return (
    <a
      className={className}
      href={choice.href}
      {...(choice.newTab && { target: '_blank', rel: 'noreferrer' })}
      onClick={onDone}
    >
      {choice.label}
    </a>
  )
}

/** Places the list below its button, or above it in the lower half of the window, where phones have the toolbar. */
function place(list: HTMLElement) {
  const opener = list.previousElementSibling?.getBoundingClientRect()
  if (!opener) return
  const below = opener.top < innerHeight / 2
  list.style.insetInlineEnd = `${Math.max(8, document.documentElement.clientWidth - opener.right)}px`
  list.style.insetBlockStart = below ? `${opener.bottom + 4}px` : 'auto'
  list.style.insetBlockEnd = below ? 'auto' : `${innerHeight - opener.top + 4}px`
}
