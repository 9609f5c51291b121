import { useEffect, useId, useState } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import type { ErasurePlan } from '../../../../server/people/erasure.ts'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { Refusal } from '../../refusal.ts'
import { useReading } from '../../use-reading.ts'
import { ErasureSummary } from './erasure-summary.tsx'
import type { PersonAnswer } from './person-actions.ts'
import style from './person-dialog.module.css'

type Props = { person: ListedUser; onCancel: () => void; onDone: (notice: string) => void }

/**
 * Shows what the erasure of an account removes and what stays, asks for the person's address to confirm, then says what
 * was done. Render it only while it is open.
 */
export function EraseDialog({ person, onCancel, onDone }: Props) {
  const form = useId()
  const [openNote, setOpenNote] = useState(false)
  const [done, setDone] = useState<{ notice: string; plan: ErasurePlan }>()
  const { plan, refusal } = usePlan(person.id, openNote)
  const { Form, answer, busy } = useAction<PersonAnswer>(
    ({ notice, plan }) => notice && plan && setDone({ notice, plan }),
  )
  const error = busy ? undefined : answer?.error
  const name = person.full_name || person.email

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
    <Dialog
      open
      onClose={onCancel}
      busy={busy}
      title={`Erase ${name}’s account?`}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="danger" type="submit" form={form} disabled={!plan} busy={busy} busyLabel="Erasing…">
            Erase account
          </Button>
        </>
      }
    >
      <Banner of={refusal ?? answer}>{refusal?.message ?? (error?.code !== 'ERASE_CONFIRM' && error?.message)}</Banner>
      {plan && <ErasureSummary plan={plan} />}
      <Form id={form} method="post" action={href('/profile/people/:id', { id: person.id })} className={style.erase}>
        <ActionFields intent="erase" />
        <Switch
          label="A note is still open"
          hint="Then all documents stay until it has been repaid, and you erase the rest afterward."
          name="open_note"
          checked={openNote}
          onChange={({ target }) => setOpenNote(target.checked)}
        />
        <Field
          label={`Type ${person.email} to confirm`}
          hint="This can’t be undone."
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={error?.code === 'ERASE_CONFIRM' && error.message}
        />
      </Form>
    </Dialog>
  )
}

/** Loads what would go and stay, again for each choice. */
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
