import { originalFieldName } from '../../rules/profile.ts'

/** Hidden fields with a person's name and organization as loaded, so that only what this form changed is saved. */
export function OriginalValues({ fullName, organization }: { fullName: string | null; organization: string | null }) {
  return (
    <>
      <input type="hidden" name={originalFieldName('full_name')} value={fullName ?? ''} />
      <input type="hidden" name={originalFieldName('organization')} value={organization ?? ''} />
    </>
  )
}
