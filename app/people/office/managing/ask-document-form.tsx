import { href } from 'react-router'
import { askForDocumentCommand } from '../../../document-requests/document-request.commands.ts'
import style from './add-fold.module.css'
import { AddFold } from './add-fold.tsx'

/** For administrators: requests a document from a person. It is shown in their portal until they upload it. */
export function AskDocumentForm({ personId, name }: { personId: string; name: string }) {
  return (
    <AddFold
      title={<>Ask {name} for a document</>}
      command={askForDocumentCommand}
      action={href('/profile/requests')}
      row={`stack gap-3-4 ${style.ask}`}
      fields={{ person: personId, note: { className: style.note } }}
    />
  )
}
