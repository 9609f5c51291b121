import { type ReactNode, useEffect, useId } from 'react'
import { href } from 'react-router'
import { nameLength } from '../../../../rules/limits.ts'
import { withQuery } from '../../../../rules/url.ts'
import { rejectDeleteRequestsCommand } from '../../../documents/delete-request.commands.ts'
import type { moveDocumentsCommand, rejectDeleteCommand } from '../../../documents/document.commands.ts'
import { defaultFundName } from '../../../documents/documents.ts'
import { ConfirmDialog, titleFor } from '../../../documents/investor/confirm-dialog.tsx'
import { FilenameField } from '../../../documents/investor/filename-field.tsx'
import type { Person } from '../../../documents/investor/load-documents.ts'
import { useFunds } from '../../../documents/investor/use-funds.ts'
import type { PortalDocument } from '../../../documents/server/documents.ts'
import type { FilingChoices } from '../../../holders/office/filing.ts'
import type { ActionAnswer } from '../../../shell/actions/answer.ts'
import { useReading } from '../../../shell/portal/use-reading.ts'
import { Field, SelectField, TextField } from '../../../shell/ui/field.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'

/** Actions that an administrator has to confirm. */
export type ConfirmableAction =
  | 'document.approve_delete'
  | 'document.reject_delete'
  | 'document.delete'
  | 'document.rename'
  | 'documents.move'

export interface PendingConfirmation {
  action: ConfirmableAction
  documents: readonly PortalDocument[]
}

type Props = {
  confirmation: PendingConfirmation
  /** The documents' owner, unless that is the administrator. */
  person?: Person
  /** Other form fields to submit. */
  fields?: Record<string, string>
  onClose: () => void
  onDone: (answer: ActionAnswer) => void
}

/** Asks an administrator to confirm a change to documents, naming them and their owner. */
export function AdministratorDialog({ confirmation, person, ...rest }: Props) {
  const { action, documents } = confirmation
  const { title, text, ...labels } = textsFor(confirmation, person)
  return (
    <ConfirmDialog {...rest} {...labels} intent={action} documents={documents} title={title}>
      {action === 'document.rename' && <FilenameField filename={documents[0]?.filename} />}
      {action === 'documents.move' && (
        <>
          <FundField documents={documents} />
          <FilingFields documents={documents} />
        </>
      )}
      {text && <p>{text}</p>}
      {action === 'document.reject_delete' && <ReasonField />}
    </ConfirmDialog>
  )
}

/** Why a delete request is rejected, for the person who made it. */
function ReasonField() {
  const { label, hint, attributes } = rejectDeleteRequestsCommand.fields.reason
  return (
    <TextField<typeof rejectDeleteCommand> label={label} hint={hint} name="reason" {...attributes} data-autofocus />
  )
}

function FundField({ documents }: { documents: readonly PortalDocument[] }) {
  const list = useId()
  const funds = useFunds()
  const [first] = documents
  const same = first && documents.every(({ fund_name }) => fund_name === first.fund_name)
  return (
    <>
      <Field<typeof moveDocumentsCommand>
        label="Fund"
        hint="Choose a fund, or type a new name."
        name="fund_name"
        list={list}
        defaultValue={same ? first.fund_name : defaultFundName}
        maxLength={nameLength}
        autoComplete="off"
        required
        data-autofocus
        onFocus={({ target }) => target.select()}
      />
      <datalist id={list}>
        {funds.map(fund => (
          <option key={fund} value={fund} />
        ))}
      </datalist>
    </>
  )
}

interface DialogTexts {
  title: string
  text?: ReactNode
  label: string
  busyLabel: string
  danger?: true
}

function textsFor({ action, documents }: PendingConfirmation, person: Person | undefined): DialogTexts {
  const [first] = documents
  const one = documents.length === 1
  const these = titleFor(documents)
  const ownerName = person && <strong>{person.fullName ? `${person.fullName} (${person.email})` : person.email}</strong>
  const ownership = ownerName ? (
    <>
      {one ? 'It belongs' : 'They belong'} to {ownerName}.
    </>
  ) : (
    `${one ? 'This document is' : 'These documents are'} your own.`
  )
  const consequence = `${one ? 'The document and its file' : 'The documents and their files'} will be permanently deleted.`
  const requested = first?.delete_requested_at && (
    <>
      Deletion was requested on <FormattedDate date={first.delete_requested_at} />.
    </>
  )
  switch (action) {
    case 'document.approve_delete':
      return {
        title: `Approve the deletion of ${these}?`,
        text: (
          <>
            {ownership} {requested} <strong>This is for good.</strong> {consequence}
          </>
        ),
        label: 'Approve and delete',
        busyLabel: 'Deleting…',
        danger: true,
      }
    case 'document.reject_delete':
      return {
        title: `Reject the deletion of ${these}?`,
        text: (
          <>
            {ownership} {requested} The document stays.
          </>
        ),
        label: 'Reject',
        busyLabel: 'Rejecting…',
      }
    case 'document.delete':
      return {
        title: `Delete ${these}?`,
        text: (
          <>
            {ownership} {consequence} There’s no request to approve first.
          </>
        ),
        label: 'Force Delete',
        busyLabel: 'Deleting…',
        danger: true,
      }
    case 'document.rename':
      return { title: `Rename ${these}`, label: 'Rename', busyLabel: 'Renaming…' }
    case 'documents.move':
      return { title: `Move ${these} to a fund`, label: 'Move', busyLabel: 'Moving…' }
  }
}

/** The documents' category and holder; nothing if the fund doesn't use the register. */
function FilingFields({ documents }: { documents: readonly PortalDocument[] }) {
  const { load, data } = useReading<FilingChoices>()
  const [first] = documents
  const owner = documents.every(({ user_id }) => user_id === first?.user_id) ? first?.user_id : undefined
  useEffect(() => {
    if (owner) load(withQuery(href('/profile/filing'), { user: owner }))
  }, [load, owner])
  if (!data || data.categories.length === 0) return null
  const category = documents.every(each => each.category === first?.category) ? first?.category : ''
  return (
    <>
      <SelectField<typeof moveDocumentsCommand> label="Category" name="category" defaultValue={category}>
        <option value="">As it is</option>
        {data.categories.map(each => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {data.holders.length > 0 && (
        <SelectField<typeof moveDocumentsCommand>
          label="Holder"
          hint="Only the holder’s authorized people will see it."
          name="holder_id"
          defaultValue="keep"
        >
          <option value="keep">As it is</option>
          <option value="none">Not filed under a holder</option>
          {data.holders.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}
