import { grouped } from '../../../rules/number.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import type { DocumentTools } from './document-tools.ts'
import { showing } from './kind.ts'
import { type Selection, useChosen } from './selection.ts'
import style from './selection-bar.module.css'

/** The form that the rows' checkboxes belong to. */
export const chosenForm = 'chosen-documents'

type Props = {
  selection: Selection
  documents: readonly PortalDocument[]
  tools: DocumentTools
  /** Where a page without scripts goes on. */
  next: string
}

/**
 * What can be done with the chosen documents, at the foot of the window while some are. Without scripts it is always
 * there, and its buttons send the form of the checkboxes; what needs a question first is not offered then.
 */
export function SelectionBar({ selection, documents, tools, next }: Props) {
  const chosen = useChosen(selection)
  const meant = documents.filter(({ id }) => chosen.has(id))
  const count = meant.length
  const files = meant.filter(document => showing(document) !== 'link').length
  return (
    <form
      id={chosenForm}
      method="post"
      action="/profile/documents"
      className={style.bar}
      data-empty={count === 0 || undefined}
      aria-label="Selected documents"
    >
      <input type="hidden" name="next" value={next} />
      <p className={style.count} role="status">
        {count > 0 && `${grouped(count)} selected`}
      </p>
      <Button size="small" variant="link" className={style.scripted} onClick={() => selection.chooseAll(false)}>
        Clear selection
      </Button>
      <div className={style.actions}>
        <Button size="small" type="submit" formAction="/files/zip" disabled={count > 0 && !files}>
          Download as zip
        </Button>
        <tools.SelectionActions documents={meant} />
      </div>
    </form>
  )
}

type AllProps = { selection: Selection; documents: readonly PortalDocument[] }

/** Chooses every document that is shown, or none. */
export function ChooseAll({ selection, documents }: AllProps) {
  const count = useChosen(selection).size
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
        onChange={({ target }) => selection.chooseAll(target.checked)}
      />
      Select all shown
    </label>
  )
}
