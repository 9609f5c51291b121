import type { ComponentProps, ReactNode } from 'react'
import { grouped } from '../../rules/number.ts'
import { Button } from './button.tsx'
import { type Selection, useIsSelected, useSelected } from './selection.ts'
import style from './selection-bar.module.css'

type Props = Pick<ComponentProps<'form'>, 'id' | 'action'> & {
  selection: Selection
  /** What is selected, such as 'Selected documents'. */
  label: string
  /** What they add up to, such as '$212,062.50'. */
  sum?: string
  /** What can be done with it: buttons, and the form's hidden fields. */
  children: ReactNode
}

/**
 * The actions on the selected rows of a list, at the bottom of the window while there are any. It is a form that the rows'
 * checkboxes belong to. Without scripts it is always visible and its buttons submit; those of class `scripted` and actions
 * that need a confirmation are not offered then.
 */
export function SelectionBar({ selection, label, sum, children, ...form }: Props) {
  const count = useSelected(selection).size
  return (
    <form
      {...form}
      method="post"
      className={style.bar}
      data-empty={count === 0 || undefined}
      // No browser checks boxes on its own that were checked before a reload.
      autoComplete="off"
      aria-label={label}
    >
      <p className={style.count} role="status">
        {count > 0 && [`${grouped(count)} selected`, sum].filter(Boolean).join(' · ')}
      </p>
      <Button size="small" variant="link" className={style.scripted} onClick={() => selection.toggleAll(false)}>
        Clear selection
      </Button>
      <div className={style.actions}>{children}</div>
    </form>
  )
}

/** Selects every row that is shown, or none. @param of how many are shown */
export function SelectAll({ selection, of }: { selection: Selection; of: number }) {
  const count = useSelected(selection).size
  const all = count > 0 && count === of
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
      Select all shown
    </label>
  )
}

type RowProps = Pick<ComponentProps<'input'>, 'form' | 'aria-label' | 'aria-labelledby'> & { id: string }

/** Selects a row of a list within a `SelectionProvider`; with Shift, also those between it and the last one. */
export function SelectRow({ id, ...input }: RowProps) {
  const [selected, selection] = useIsSelected(id)
  return (
    <label className={style.row}>
      <input
        {...input}
        type="checkbox"
        name="ids"
        value={id}
        autoComplete="off"
        checked={selected}
        onChange={({ target, nativeEvent }) =>
          selection.toggle(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}
