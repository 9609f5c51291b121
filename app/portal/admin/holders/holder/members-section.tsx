import { useState } from 'react'
import { memberRights } from '../../../../../rules/holders.ts'
import type { HolderDocument } from '../../../../../server/documents/holder-documents.ts'
import type { Holder, Member } from '../../../../../server/holders/holders-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, SelectField } from '../../../../ui/field.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { adminPages } from '../../../addresses.ts'
import { PersonLink } from '../../person-link.tsx'
import { holderPage } from '../../register-addresses.ts'
import { Options } from '../holder-fields.tsx'
import style from '../holders.module.css'

type Props = { holder: Holder; documents: HolderDocument[]; onNotice: (notice: string) => void }

/** Who acts for a holder, and a form that asks for a change. */
export function MembersSection({ holder, documents, onNotice }: Props) {
  const { openChange, members } = holder
  return (
    <>
      {openChange && (
        <p className={style.open}>
          Waiting for a second person under <Link to={adminPages.approvals}>Approvals</Link>: {openChange.summary}
        </p>
      )}
      <ul className={style.members}>
        {members.map(member => (
          <MemberEntry key={member.id} holder={holder} member={member} onNotice={onNotice} />
        ))}
      </ul>
      {!openChange && <AddMember holder={holder} documents={documents} onNotice={onNotice} />}
    </>
  )
}

type EntryProps = { holder: Holder; member: Member; onNotice: (notice: string) => void }

function MemberEntry({ holder, member, onNotice }: EntryProps) {
  const { id, userId, name, email, right, addedAt, endedAt } = member
  const [asking, setAsking] = useState(false)
  const { Form, answer, busy, send } = useAction(({ notice }) => notice && onNotice(notice))
  return (
    <li>
      <div>
        <p>
          <PersonLink id={userId}>{name}</PersonLink>
          {name !== email && <span className={style.quiet}>{` ${email}`}</span>}
        </p>
        <p className={style.quiet}>
          {memberRights[right]} since <FormattedDate date={addedAt} />
          {endedAt && (
            <>
              , until <FormattedDate date={endedAt} />
            </>
          )}
        </p>
        <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      </div>
      {!endedAt && !holder.openChange && (
        <Form method="post" action={holderPage(holder.id)}>
          <ActionFields intent="end-member" />
          <input type="hidden" name="member" value={id} />
          <Button
            type="submit"
            size="small"
            variant="link"
            busy={busy}
            busyLabel="Asking…"
            aria-label={`Remove ${name}`}
            onClick={event => {
              event.preventDefault()
              setAsking(true)
            }}
          >
            Remove
          </Button>
        </Form>
      )}
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={`Ask to remove ${name}?`}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsking(false)
                  send({ intent: 'end-member', member: id }, holderPage(holder.id))
                }}
              >
                Ask to remove
              </Button>
            </>
          }
        >
          <p>
            Once a second person approves, {name} no longer sees the notes and documents of {holder.legalName}.
          </p>
        </Dialog>
      )}
    </li>
  )
}

function AddMember({ holder, documents, onNotice }: Props) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onNotice(notice))
  return (
    <Form method="post" action={holderPage(holder.id)} className={style.add}>
      <ActionFields intent="add-member" />
      <div className={style.form}>
        <Field label="Add by e-mail" type="email" name="email" autoComplete="off" required />
        <SelectField label="As" name="right" defaultValue="owner">
          <Options of={memberRights} />
        </SelectField>
        {documents.length > 0 && (
          <SelectField className={style.wide} label="Document that says so" name="document" defaultValue="">
            <option value="">None</option>
            {documents.map(({ id, filename }) => (
              <option key={id} value={id}>
                {filename}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <div className={style.buttons}>
        <Button type="submit" size="small" busy={busy} busyLabel="Asking…">
          Ask to add
        </Button>
      </div>
    </Form>
  )
}
