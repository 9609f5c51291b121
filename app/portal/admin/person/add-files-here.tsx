import { href, useNavigate } from 'react-router'
import { defaultFundName } from '../../../../rules/documents.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { useHydrated } from '../../../hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import type { Person } from '../../documents/load-documents.ts'
import { nameOf } from '../../managing/person-name.ts'
import { type Refusal, refusal } from '../../refusal.ts'
import { ChooseFiles } from '../../uploads/choose-files.tsx'
import { loadUploads } from '../../uploads/lazy-uploads.ts'

type Props = { me: Actor; person: Person; onError: (error: Refusal | undefined) => void }

/** A button that chooses files for a person from any section of their page, and leads to their documents. */
export function AddFilesHere({ me, person, onError }: Props) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const add = async (files: File[]) => {
    if (files.length === 0) return
    onError(undefined)
    try {
      const { addUploads } = await loadUploads()
      addUploads(files, { actorId: me.id, userId: person.id, fundName: defaultFundName })
      navigate(person.id === me.id ? href('/profile') : href('/profile/admin/people/:id', { id: person.id }))
    } catch {
      onError(refusal('NO_CONNECTION'))
    }
  }
  const look = { size: 'small', variant: 'quiet' } as const
  // Files that are chosen before the scripts run would be lost.
  if (!hydrated)
    return (
      <Button {...look} disabled>
        Add files
      </Button>
    )
  return <ChooseFiles label="Add files" name={`Add files for ${nameOf(person)}`} {...look} onFiles={add} />
}
