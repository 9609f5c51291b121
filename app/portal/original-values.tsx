import { loadedName } from '../../rules/profile.ts'

/** In a form of a person's name and organization: what both were, so that only what is changed here is written. */
export function OriginalValues({ fullName, organization }: { fullName: string | null; organization: string | null }) {
  return (
    <>
      <input type="hidden" name={loadedName('full_name')} value={fullName ?? ''} />
      <input type="hidden" name={loadedName('organization')} value={organization ?? ''} />
    </>
  )
}
