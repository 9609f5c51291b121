import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { useReading } from '../../shell/portal/use-reading.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Dialog } from '../../shell/ui/dialog.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Switch } from '../../shell/ui/switch.tsx'
import { erasePersonCommand } from '../person.commands.ts'
import type { ErasurePlan } from '../server/erasure.ts'
import type { ListedUser } from '../server/people-list.ts'
import type { ErasureAnswer } from './person-actions.ts'
import style from './person-dialog.module.css'
import { PersonQuestion } from './person-question.tsx'

const { openNote: openNoteField } = erasePersonCommand.fields

type Props = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/**
 * Shows what an account's erasure removes and retains, asks for the person's address to confirm, then reports the
 * result. Render it only while it is open.
 */
export function EraseDialog({ person, onCancel, onDone }: Props) {
  const [openNote, setOpenNote] = useState(false)
  const [done, setDone] = useState<{ notice: string; plan: ErasurePlan }>()
  const { plan, refusal } = usePlan(person.id, openNote)
  if (done)
    return (
      <Dialog
        open
        onClose={() => onDone(done.notice)}
        title="Account erased"
        actions={<Button onClick={() => onDone(done.notice)}>Done</Button>}
      >
        <ErasureSummary plan={done.plan} done />
      </Dialog>
    )
  return (
    <PersonQuestion<typeof erasePersonCommand, ErasureAnswer>
      command={erasePersonCommand}
      personId={person.id}
      title={`Erase ${person.fullName || person.email}’s account?`}
      variant="danger"
      disabled={!plan}
      onClose={onCancel}
      onDone={(notice, { plan }) => plan && setDone({ notice, plan })}
      fields={{
        openNote: (
          <Switch
            label={openNoteField.label}
            hint={openNoteField.hint}
            name="openNote"
            checked={openNote}
            onChange={({ target }) => setOpenNote(target.checked)}
          />
        ),
        confirmation: { label: `Type ${person.email} to confirm`, autoCapitalize: 'none', spellCheck: false },
      }}
    >
      <Banner of={refusal}>{refusal?.message}</Banner>
      {plan && <ErasureSummary plan={plan} />}
    </PersonQuestion>
  )
}

/** Loads the plan again for each choice. */
function usePlan(id: string, openNote: boolean): { plan?: ErasurePlan; refusal?: Refusal } {
  const { load, data, failure } = useReading<{ plan: ErasurePlan } | Refusal>()
  useEffect(() => {
    load(withQuery(href('/profile/people/:id/erasure', { id }), { open_note: openNote ? 'on' : undefined }))
  }, [load, id, openNote])
  // The plan of another choice must not be confirmed.
  if (failure) return { refusal: failure }
  if (!data) return {}
  return 'plan' in data ? { plan: data.plan } : { refusal: data }
}

/** What the erasure of an account removes and retains; with `done`, in the past tense. */
function ErasureSummary({ plan, done = false }: { plan: ErasurePlan; done?: boolean }) {
  const { documents, kept, views, messages, calls, pseudonym } = plan
  return (
    <div className={style.summary}>
      <h3>{done ? 'Removed' : 'Will be removed'}</h3>
      <ul>
        <li>
          {countOf(documents, 'document')} with {documents === 1 ? 'its file' : 'their files'}
        </li>
        <li>Name, organization, e-mail address, earlier addresses, e-mail settings</li>
        <li>Sessions, passkeys and remembered browsers</li>
        <li>
          {countOf(messages, 'message')} and {countOf(calls, 'call')} from their addresses
        </li>
        <li>
          Their name in {countOf(views, 'entry', 'entries')} of viewing histories, replaced by “{pseudonym}”
        </li>
      </ul>
      <h3>{done ? 'Kept' : 'Will stay'}</h3>
      <ul>
        {kept.map(({ reason, law, documents, until }) => (
          <li key={reason}>
            {countOf(documents, 'document')}: {reason}
            {law && ` (${law})`}
            {until && (
              <>
                , the last until <FormattedDate date={until} />
              </>
            )}
          </li>
        ))}
        <li>The audit log, which names them only by an id</li>
        <li>Copies in backups, until those are replaced</li>
      </ul>
    </div>
  )
}
