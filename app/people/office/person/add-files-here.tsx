import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { Actor } from '../../../../server/access/actor.ts'
import { defaultFundName } from '../../../documents/documents.ts'
import type { Person } from '../../../documents/investor/load-documents.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { type Refusal, refusal } from '../../../shell/portal/refusal.ts'
import { manage, useConfirmedPerson } from '../../../shell/portal/use-managed-person.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { ChooseFiles } from '../../../uploads/investor/choose-files.tsx'
import { loadUploads } from '../../../uploads/investor/lazy-uploads.ts'
import { nameOf } from '../managing/person-name.ts'
import { SwitchPersonDialog } from '../managing/switch-person-dialog.tsx'

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
