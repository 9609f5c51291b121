import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useFetcher } from 'react-router'
import { defaultFundName } from '../../../rules/documents.ts'
import { nameLength } from '../../../rules/limits.ts'
import { grouped } from '../../../rules/number.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import type { ActionAnswer } from '../../actions/define-actions.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import type { Refusal } from '../errors.ts'
import type { Person } from './load.ts'
import type { Question } from './row-context.ts'
import { useDocumentActions } from './use-document-actions.ts'

/** Something that is asked about, and the documents it would be done to. */
export interface Asked {
  what: Question
  documents: PortalDocument[]
}

type Props = {
  asked: Asked
  /** Whose documents these are, where they are not one's own. */
  person?: Person
  /** What else the server is told. */
  fields?: Record<string, string>
  onClose: () => void
  onDone: (answer: ActionAnswer) => void
}

/** Asks once, by name, before something is done to documents; and does it. What was refused is said in the dialog. */
export function QuestionDialog({ asked, person, fields, onClose, onDone }: Props) {
  const { what, documents } = asked
  const [error, setError] = useState<Refusal>()
  const { act, busy } = useDocumentActions(answer => (answer.error ? setError(answer.error) : onDone(answer)))
  const form = useId()
  const { title, words, label, busyLabel, danger } = wordsOf(asked, person)

  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(undefined)
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const ids = documents.map(({ id }) => id)
    act(what, ids, { ...fields, ...typed })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel}>
            {label}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={confirm}>
        {what === 'rename' && <NameField document={documents[0]} />}
        {what === 'move' && <FundField documents={documents} />}
        {words && <p>{words}</p>}
      </form>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </Dialog>
  )
}

function NameField({ document }: { document: PortalDocument | undefined }) {
  return (
    <Field
      label="Name"
      name="filename"
      defaultValue={document?.filename}
      autoComplete="off"
      spellCheck={false}
      required
      data-autofocus
      // The ending is rarely what one wants to change.
      onFocus={({ target }) => target.setSelectionRange(0, target.value.replace(/\.[a-z]{2,4}$/i, '').length)}
    />
  )
}

function FundField({ documents }: { documents: PortalDocument[] }) {
  const list = useId()
  const { load, data: funds = [] } = useFetcher<string[]>()
  useEffect(() => {
    load('/profile/funds')
  }, [load])
  const [first] = documents
  const same = first && documents.every(({ fund_name }) => fund_name === first.fund_name)
  return (
    <>
      <Field
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
        {[...new Set([defaultFundName, ...funds])].map(fund => (
          <option key={fund} value={fund} />
        ))}
      </datalist>
    </>
  )
}

interface Words {
  title: string
  words?: ReactNode
  /** What the button that does it says, and says meanwhile. */
  label: string
  busyLabel: string
  danger?: true
}

function wordsOf({ what, documents }: Asked, person: Person | undefined): Words {
  const [first] = documents
  const one = documents.length === 1
  const these = one ? `“${first?.filename}”` : `${grouped(documents.length)} documents`
  const whose = person && <strong>{person.fullName ? `${person.fullName} (${person.email})` : person.email}</strong>
  const belongs = whose ? (
    <>
      {one ? 'It belongs' : 'They belong'} to {whose}.
    </>
  ) : (
    `${one ? 'This document is' : 'These documents are'} your own.`
  )
  const gone = `${one ? 'The document and its file' : 'The documents and their files'} will be permanently deleted.`
  switch (what) {
    case 'request-delete':
      return {
        title: `Request deletion of ${these}?`,
        words: `The fund will review your request. Until then ${one ? 'the document stays' : 'the documents stay'} in your list, marked Delete Requested.`,
        label: 'Request Delete',
        busyLabel: 'Requesting…',
      }
    case 'approve':
      return {
        title: `Approve the deletion of ${these}?`,
        words: (
          <>
            {belongs} Deletion was requested on <FormattedDate date={first?.delete_requested_at ?? 0} />. {gone}
          </>
        ),
        label: 'Approve',
        busyLabel: 'Deleting…',
        danger: true,
      }
    case 'delete':
      return {
        title: `Delete ${these}?`,
        words: (
          <>
            {belongs} {gone} There’s no request to approve first.
          </>
        ),
        label: 'Force Delete',
        busyLabel: 'Deleting…',
        danger: true,
      }
    case 'rename':
      return { title: `Rename ${these}`, label: 'Rename', busyLabel: 'Renaming…' }
    case 'move':
      return { title: `Move ${these} to a fund`, label: 'Move', busyLabel: 'Moving…' }
  }
}
