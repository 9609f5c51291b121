import type { ListedUser } from '../../../../server/people/people-list.ts'
import { useNameLength } from '../../../ui/person-fields.tsx'

/** @returns what the form that changes a person's details begins with */
export function useEditFields({ fullName, organization }: ListedUser) {
  const maxLength = useNameLength()
  return {
    loaded_full_name: fullName ?? '',
    loaded_organization: organization ?? '',
    full_name: { defaultValue: fullName ?? '', maxLength },
    organization: { defaultValue: organization ?? '', maxLength },
  }
}
