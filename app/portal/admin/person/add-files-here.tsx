import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { defaultFundName } from '../../../../rules/documents.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { useHydrated } from '../../../hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import type { Person } from '../../documents/load-documents.ts'
import { nameOf } from '../../managing/person-name.ts'
import { SwitchPersonDialog } from '../../managing/switch-person-dialog.tsx'
import { type Refusal, refusal } from '../../refusal.ts'
import { ChooseFiles } from '../../uploads/choose-files.tsx'
import { loadUploads } from '../../uploads/lazy-uploads.ts'
import { manage, useConfirmedPerson } from '../../use-managed-person.ts'

type Props = { me: Actor; person: Person; onError: (error: Refusal | undefined) => void }

/**
 * A button that chooses files for a person from any section of their page, and leads to their documents. Nothing is
 * sent before the administrator has confirmed to manage these.
 */
export function AddFilesHere({ me, person, onError }: Props) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const confirmed = useConfirmedPerson()
  const [chosen, setChosen] = useState<File[]>([])
  const add = async (files: File[]) => {
    setChosen([])
    onError(undefined)
    try {
      const { addUploads } = await loadUploads()
      addUploads(files, { actorId: me.id, userId: person.id, fundName: defaultFundName })
      navigate(person.id === me.id ? href('/profile') : href('/profile/admin/people/:id', { id: person.id }))
    } catch {
      onError(refusal('NO_CONNECTION'))
    }
  }
  const take = (files: File[]) => {
    if (files.length > 0 && person.id !== me.id && confirmed !== person.id) setChosen(files)
    else if (files.length > 0) add(files)
  }
  const look = { size: 'small', variant: 'quiet' } as const
  // Files chosen before the scripts run would be lost.
  if (!hydrated)
    return (
      <Button {...look} disabled>
        Add files
      </Button>
    )
  return (
    <>
      <ChooseFiles label="Add files" name={`Add files for ${nameOf(person)}`} {...look} onFiles={take} />
      <SwitchPersonDialog
        me={me}
        from={me}
        to={chosen.length > 0 ? person : undefined}
        onCancel={() => setChosen([])}
        onConfirm={() => {
          manage(person.id)
          add(chosen)
        }}
      />
    </>
  )
}
