import type { ListedUser } from '../../../../server/people/people-list.ts'
import { CommandField } from '../../../commands/command-field.tsx'
import { useNameLength } from '../../../ui/person-fields.tsx'

export function EditFields({ person: { fullName, organization } }: { person: ListedUser }) {
  const maxLength = useNameLength()
  return (
    <>
      <CommandField name="loaded_full_name" value={fullName ?? ''} />
      <CommandField name="loaded_organization" value={organization ?? ''} />
      <CommandField name="full_name" defaultValue={fullName ?? ''} maxLength={maxLength} />
      <CommandField name="organization" defaultValue={organization ?? ''} maxLength={maxLength} />
    </>
  )
}
