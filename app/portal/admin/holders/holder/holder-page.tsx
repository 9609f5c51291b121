import { href } from 'react-router'
import { saveHolderCommand } from '../../../../../rules/holders.commands.ts'
import { holderKinds } from '../../../../../rules/holders.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { Delegate } from '../../../../../server/delegates/grants.ts'
import type { HolderDocument } from '../../../../../server/documents/holder-documents.ts'
import type { Holder } from '../../../../../server/holders/holders-list.ts'
import type { RegisterNote } from '../../../../../server/register/register-list.ts'
import type { HolderStatement } from '../../../../../server/statements/statements-list.ts'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { SettingsSection } from '../../../settings/settings-section.tsx'
import { HeldFigures } from '../../held-figures.tsx'
import { PageName } from '../../page-name.tsx'
import { HolderFields } from '../holder-fields.tsx'
import style from '../holders.module.css'
import { FreezeSection } from './freeze-section.tsx'
import { HolderDelegates } from './holder-delegates.tsx'
import { HolderDocuments } from './holder-documents.tsx'
import { HolderNotes, HolderStatements } from './holder-notes.tsx'
import { HolderNumbers } from './holder-numbers.tsx'
import { MembersSection } from './members-section.tsx'

type Props = {
  holder: Holder
  /** The first ones, by number. */
  notes: RegisterNote[]
  moreNotes: boolean
  statements: HolderStatement[]
  /** Current delegates before former ones. */
  delegates: Delegate[]
  /** Without its statements. */
  documents: HolderDocument[]
  canKeepNumbers: boolean
}

/** A holder: its notes and statements, who acts for it, its documents, its details, and the numbers that are kept of it. */
export function HolderPage({ holder, notes, moreNotes, statements, delegates, documents, canKeepNumbers }: Props) {
  const { say, ...notice } = useNotice()
  const filer = holder.members.find(({ endedAt, right }) => !endedAt && right !== 'viewer')
  return (
    <div className={style.parts}>
      <header className={`cluster baseline gap-1-4 ${style.head}`}>
        <PageName name={holder.legalName} />
        <p>
          {holder.number} · {holderKinds[holder.kind]} · since <FormattedDate date={holder.createdAt} />
        </p>
        {holder.frozenAt && <Badge tone="warning">Frozen</Badge>}
        <p className={`row gap-5 to-end ${style.doors}`}>
          <Link to={withQuery(href('/profile/admin/deliver'), { to: `holder:${holder.id}` })}>Deliver</Link>
          <Link to={withQuery(href('/profile/admin/register/notes/new'), { for: holder.id })}>New note</Link>
          <Link to={href('/profile/admin/tax/holders/:id', { id: holder.id })}>Taxes</Link>
        </p>
      </header>
      <HeldFigures {...holder} verified={holder.accreditedThrough} />
      <SettingsSection title="Notes" note="As the register has them today, past ones too.">
        <HolderNotes holderId={holder.id} notes={notes} more={moreNotes} />
      </SettingsSection>
      <SettingsSection title="Statements" note="Its authorized people see them once they are released.">
        <HolderStatements statements={statements} ownerId={filer?.userId} />
      </SettingsSection>
      <SettingsSection
        title="Authorized people"
        note="They see its notes and documents. Every change needs a second approval."
      >
        <MembersSection holder={holder} onNotice={say} />
      </SettingsSection>
      <SettingsSection
        title="Shared access"
        note="People its authorized people share documents with until a set day, such as an accountant, a spouse or a custodian."
      >
        <HolderDelegates holder={holder} delegates={delegates} onNotice={say} />
      </SettingsSection>
      <SettingsSection
        title="Documents"
        note="Visible to its authorized people, and to anyone they share a category with."
      >
        <HolderDocuments holder={holder} documents={documents} />
      </SettingsSection>
      <SettingsSection
        title="Details"
        note="As on the register and its documents. Changes need a second approval, except state and statement frequency."
      >
        {holder.openIdentity && (
          <p className={`small breakable ${style.open}`}>
            Pending under <Link to={href('/profile/admin/approvals')}>Approvals</Link>: {holder.openIdentity.summary}
          </p>
        )}
        <CommandForm
          key={[holder.legalName, holder.kind, holder.numbers.length].join()}
          command={saveHolderCommand}
          action={href('/profile/admin/holders/:id', { id: holder.id })}
          onDone={say}
        >
          {() => (
            <div className={`stack gap-3-5 align-end column-44 ${style.form}`}>
              <HolderFields holder={holder} canKeepNumbers={canKeepNumbers} />
            </div>
          )}
        </CommandForm>
        {holder.numbers.length > 0 && <HolderNumbers holder={holder} />}
      </SettingsSection>
      <SettingsSection
        title="Freeze"
        note="After a death or in a dispute. Its authorized people can read everything and change nothing. Freezing and unfreezing each need a second approval."
      >
        <FreezeSection holder={holder} onNotice={say} />
      </SettingsSection>
      <Notice {...notice} />
    </div>
  )
}
