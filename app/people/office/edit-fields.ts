import { useNameLength } from '../../shell/ui/person-fields.tsx'
import type { ListedUser } from '../server/people-list.ts'

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
