import type { ListedUser } from '../../../../server/people/people-list.ts'
import { CommandField } from '../../../commands/command-field.tsx'
import { useNameLength } from '../../../ui/person-fields.tsx'

export function EditFields({ person: { full_name, organization } }: { person: ListedUser }) {
  const maxLength = useNameLength()
  return (
    <>
      <CommandField name="loaded_full_name" value={full_name ?? ''} />
      <CommandField name="loaded_organization" value={organization ?? ''} />
      <CommandField name="full_name" defaultValue={full_name ?? ''} maxLength={maxLength} />
      <CommandField name="organization" defaultValue={organization ?? ''} maxLength={maxLength} />
    </>
  )
}
