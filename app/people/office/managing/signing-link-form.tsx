import { href } from 'react-router'
import { addSigningLinkCommand } from '../../../documents/signing-link.commands.ts'
import style from './add-fold.module.css'
import { AddFold } from './add-fold.tsx'

/**
 * For administrators: adds a link to an external signing service to a person's documents (specification sections 2
 * and 5: name and URL both required and trimmed).
 * @param userId the owner of the new document
 * @param forName the owner's name, unless that is the administrator
 */
export function SigningLinkForm({ userId, forName }: { userId: string; forName?: string }) {
  return (
    <AddFold
      title={<>Add a signing link{forName && ` for ${forName}`}</>}
      command={addSigningLinkCommand}
      action={href('/profile/documents')}
      row={`stack gap-3-4 ${style.link}`}
      fields={{
        user: userId,
        // An address that is too long is refused, not cut.
        url: { placeholder: 'https://', maxLength: undefined },
        fund_name: null,
      }}
    />
  )
}
