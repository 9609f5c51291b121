import { type ReactNode, useEffect, useId } from 'react'
import { useFetcher } from 'react-router'
import { defaultFundName } from '../../../rules/documents.ts'
import { nameLength } from '../../../rules/limits.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import type { ActionAnswer } from '../../actions/define-actions.ts'
import { Field } from '../../ui/field.tsx'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { ConfirmDialog, inTitle } from '../documents/confirm-dialog.tsx'
import type { Person } from '../documents/loader.ts'

/** What an administrator is asked before it is done. */
export type Question = 'approve' | 'delete' | 'rename' | 'move'

/** Something that is asked about, and the documents it would be done to. */
export interface Asked {
  what: Question
  documents: readonly PortalDocument[]
}

type Props = {
  asked: Asked
  /** Whose documents these are, where they are not the administrator's own. */
  person?: Person
  /** What else the server is told. */
  fields?: Record<string, string>
  onClose: () => void
  onDone: (answer: ActionAnswer) => void
}

/** Asks once, by name, before an administrator changes documents. */
export function AdministratorDialog({ asked, person, ...rest }: Props) {
  const { what, documents } = asked
  const { title, words, ...labels } = wordsOf(asked, person)
  return (
    <ConfirmDialog {...rest} {...labels} intent={what} documents={documents} title={title}>
      {what === 'rename' && <NameField document={documents[0]} />}
      {what === 'move' && <FundField documents={documents} />}
      {words && <p>{words}</p>}
    </ConfirmDialog>
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

function FundField({ documents }: { documents: readonly PortalDocument[] }) {
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
  label: string
  busyLabel: string
  danger?: true
}

function wordsOf({ what, documents }: Asked, person: Person | undefined): Words {
  const [first] = documents
  const one = documents.length === 1
  const these = inTitle(documents)
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
