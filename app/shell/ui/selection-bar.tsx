import type { ComponentProps, ReactNode } from 'react'
import { grouped } from '../../../rules/number.ts'
import { Button } from './button.tsx'
import { type Selection, useIsSelected, useSelected } from './selection.ts'
import style from './selection-bar.module.css'

type Props = {
  selection: Selection
  /** How many rows are selected. */
  count: number
  label: string
  /** The selected rows' total, such as '$212,062.50'. */
  sum?: string
  actions: ReactNode
  /** For a bar that is the form of the rows' checkboxes; without scripts it is always visible and submits that. */
  form?: ComponentProps<'form'>
  children?: ReactNode
}

/** Actions for the selected rows of a list, at the bottom of the window while any are selected. */
export function SelectionBar({ selection, count, label, sum, actions, form, children }: Props) {
  const Bar = form ? 'form' : 'section'
  return (
    <Bar {...(form as object)} className={style.bar} data-empty={count === 0 || undefined} aria-label={label}>
      {children}
      <p className={style.count} role="status">
        {count > 0 && `${grouped(count)} selected${sum ? ` · ${sum}` : ''}`}
      </p>
      <Button size="small" variant="link" className={style.scripted} onClick={() => selection.toggleAll(false)}>
        Clear selection
      </Button>
      <div className={style.actions}>{actions}</div>
    </Bar>
  )
}

type SelectAllProps = {
  selection: Selection
  /** The selectable rows. */
  rows: readonly unknown[]
  label?: string
}

export function SelectAll({ selection, rows, label = 'Select all shown' }: SelectAllProps) {
  const count = useSelected(selection).size
  const all = count > 0 && count === rows.length
  return (
    <label className={style.all}>
      <input
        type="checkbox"
        autoComplete="off"
        checked={all}
        ref={box => {
          if (box) box.indeterminate = count > 0 && !all
        }}
        onChange={({ target }) => selection.toggleAll(target.checked)}
      />
      {label}
    </label>
  )
}

type RowProps = Pick<ComponentProps<'input'>, 'form' | 'aria-label' | 'aria-labelledby'> & { id: string }

/** Selects a row of a list within a `SelectionProvider`; with Shift, also the rows between it and the last one. */
export function SelectRow({ id, ...input }: RowProps) {
  const [selected, selection] = useIsSelected(id)
  return (
    <label>
      <input
        {...input}
        type="checkbox"
        name="ids"
        value={id}
        // In a form, the form's setting applies.
        autoComplete={input.form ? undefined : 'off'}
        checked={selected}
        onChange={({ target, nativeEvent }) =>
          selection.toggle(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}
