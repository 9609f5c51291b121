import { type ReactNode, useId, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import style from './more.module.css'
import { Tool } from './tool.tsx'

export type Choice =
  | { words: string; onSelect: () => void; href?: undefined; phone?: boolean }
  | { words: string; href: string; newTab?: boolean; onSelect?: undefined; phone?: boolean }

/**
 * What is needed seldom, behind one button. A popover, so the browser closes it on Escape and on a press outside.
 * @param choices `phone`: only where there is no room for it in the toolbar
 */
export function More({ choices }: { choices: Choice[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => list.current?.hidePopover()
  return (
    <>
      <Tool icon="more" label="More" popoverTarget={id} aria-expanded={open} aria-controls={id} />
      <div
        id={id}
        ref={list}
        popover="auto"
        className={style.list}
        onBeforeToggle={event => event.newState === 'open' && place(event.currentTarget)}
        onToggle={event => setOpen(event.newState === 'open')}
      >
        {choices.map(choice => (
          <Entry key={choice.words} choice={choice} onDone={close} />
        ))}
      </div>
    </>
  )
}

function Entry({ choice, onDone }: { choice: Choice; onDone: () => void }): ReactNode {
  const look = classes(style.entry, choice.phone && style.phone)
  if (choice.href === undefined) {
    const select = () => {
      onDone()
      choice.onSelect()
    }
    return (
      <button type="button" className={look} onClick={select}>
        {choice.words}
      </button>
    )
  }
  return (
    <a
      className={look}
      href={choice.href}
      {...(choice.newTab && { target: '_blank', rel: 'noreferrer' })}
      onClick={onDone}
    >
      {choice.words}
    </a>
  )
}

/** Under its button, or above it in the lower half of the window, where a phone has its toolbar. */
function place(list: HTMLElement) {
  const opener = list.previousElementSibling?.getBoundingClientRect()
  if (!opener) return
  const below = opener.top < innerHeight / 2
  list.style.insetInlineEnd = `${Math.max(8, document.documentElement.clientWidth - opener.right)}px`
  list.style.insetBlockStart = below ? `${opener.bottom + 4}px` : 'auto'
  list.style.insetBlockEnd = below ? 'auto' : `${innerHeight - opener.top + 4}px`
}
