import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../../../shell/ui/classes.ts'
import style from './option-list.module.css'

type Props<Option> = {
  /** Prefix of ids: the list's ends in `-list`, an option's in its index. The field refers to them. */
  id: string
  label: string
  options: readonly Option[]
  keyOf: (option: Option) => string
  isSelected: (option: Option, index: number) => boolean
  /** Index of the highlighted option; -1 for none. */
  active: number
  onActivate: (index: number) => void
  onChoose: (index: number) => void
  hidden: boolean
  className?: string
  /** An option's content. */
  children: (option: Option) => ReactNode
  /** Below the options. */
  foot?: ReactNode
}

/**
 * A combobox's suggestions, below its field (ARIA authoring practices). Focus stays in the field, which handles the
 * keys; the element around both is positioned.
 */
export function OptionList<Option>(props: Props<Option>) {
  const { id, label, options, keyOf, isSelected, active, onActivate, onChoose, hidden, className, children, foot } =
    props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div className={classes(`raised above-1 ${style.drop}`, className)} hidden={hidden}>
      <div ref={list} role="listbox" id={`${id}-list`} aria-label={label} className={`divided ${style.list}`}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={keyOf(option)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={isSelected(option, index)}
            className={classes(`stack breakable touch ${style.option}`, index === active && style.active)}
            onMouseDown={event => event.preventDefault()}
            onMouseMove={() => index !== active && onActivate(index)}
            onClick={() => onChoose(index)}
          >
            {children(option)}
          </div>
        ))}
      </div>
      {foot}
    </div>
  )
}
