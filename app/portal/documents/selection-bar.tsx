import { href } from 'react-router'
import { grouped } from '../../../rules/number.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import { displayKind } from './document-kind.ts'
import type { DocumentTools } from './document-tools.ts'
import { type Selection, useSelected } from './selection.ts'
import style from './selection-bar.module.css'

/** Id of the form that the rows' checkboxes belong to. */
export const selectionFormId = 'chosen'

type Props = {
  selection: Selection
  documents: readonly PortalDocument[]
  tools: DocumentTools
  /** Where a browser without scripts goes afterwards. */
  next: string
}

/**
 * The actions on the selected documents, at the bottom of the window while there are any. Without scripts it is always
 * visible and its buttons submit the checkboxes' form; actions that need a confirmation are not offered then.
 */
export function SelectionBar({ selection, documents, tools, next }: Props) {
  const ids = useSelected(selection)
  const selected = documents.filter(({ id }) => ids.has(id))
  const count = selected.length
  const files = selected.filter(document => displayKind(document) !== 'link').length
  return (
    <form
      id={selectionFormId}
      method="post"
      action={href('/profile/documents')}
      className={style.bar}
      data-empty={count === 0 || undefined}
      // No browser checks boxes on its own that were checked before a reload.
      autoComplete="off"
      aria-label="Selected documents"
    >
      <input type="hidden" name="next" value={next} />
      <p className={style.count} role="status">
        {count > 0 && `${grouped(count)} selected`}
      </p>
      <Button size="small" variant="link" className={style.scripted} onClick={() => selection.toggleAll(false)}>
        Clear selection
      </Button>
      <div className={style.actions}>
        <Button size="small" type="submit" formAction="/files/zip" disabled={count > 0 && !files}>
          Download as zip
        </Button>
        <tools.SelectionActions documents={selected} />
      </div>
    </form>
  )
}

type SelectAllProps = { selection: Selection; documents: readonly PortalDocument[] }

/** Selects every document that is shown, or none. */
export function SelectAll({ selection, documents }: SelectAllProps) {
  const count = useSelected(selection).size
  const all = count > 0 && count === documents.length
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
