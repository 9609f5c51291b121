import { Field } from '../../shell/ui/field.tsx'
import type { renameDocumentCommand } from '../document.commands.ts'

/** The field for a document's new name, in a dialog's form. */
export function FilenameField({ filename }: { filename: string | undefined }) {
  return (
    <Field<typeof renameDocumentCommand>
      label="Name"
      name="filename"
      defaultValue={filename}
      autoComplete="off"
      spellCheck={false}
      required
      data-autofocus
      // Selects the name without its extension, which rarely changes.
      onFocus={({ target }) => target.setSelectionRange(0, target.value.replace(/\.[a-z]{2,4}$/i, '').length)}
    />
  )
}
