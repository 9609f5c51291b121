import { href } from 'react-router'
import { Button } from '../../shell/ui/button.tsx'
import { type Selection, useSelected } from '../../shell/ui/selection.ts'
import { SelectionBar } from '../../shell/ui/selection-bar.tsx'
import type { PortalDocument } from '../server/documents.ts'
import { displayKind } from './document-kind.ts'
import type { DocumentTools } from './document-tools.ts'

export const selectionFormId = 'chosen'

type Props = {
  selection: Selection
  documents: readonly PortalDocument[]
  tools: DocumentTools
  /** The page to return to without scripts. */
  next: string
}

/**
 * The actions on the selected documents. Without scripts its buttons submit the checkboxes' form; actions with a
 * confirmation are not offered then.
 */
export function DocumentSelectionBar({ selection, documents, tools, next }: Props) {
  const ids = useSelected(selection)
  const selected = documents.filter(({ id }) => ids.has(id))
  const files = selected.filter(document => displayKind(document) !== 'link').length
  return (
    <SelectionBar
      selection={selection}
      count={selected.length}
      label="Selected documents"
      // Prevents browsers from restoring checked boxes after a reload.
      form={{ id: selectionFormId, method: 'post', action: href('/profile/documents'), autoComplete: 'off' }}
      actions={
        <>
          <Button size="small" type="submit" formAction="/files/zip" disabled={selected.length > 0 && !files}>
            Download as zip
          </Button>
          <tools.SelectionActions documents={selected} />
        </>
      }
    >
      <input type="hidden" name="next" value={next} />
    </SelectionBar>
  )
}
