import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { revealNumberCommand } from '../../../../rules/vault.commands.ts'
import { endDelegateCommand } from '../../../delegates/delegates.commands.ts'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { HeldFigures } from '../../../shell/office/held-figures.tsx'
import { PageName } from '../../../shell/office/page-name.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import {
  addMemberCommand,
  freezeHolderCommand,
  removeMemberCommand,
  saveHolderCommand,
  unfreezeHolderCommand,
} from '../../holders.commands.ts'
import { holderKinds } from '../../holders.ts'
import type { Holder } from '../../server/holders-list.ts'
import { useHolderFields } from '../holder-fields.tsx'
import style from '../holders.module.css'
import { HolderDelegates } from './holder-delegates.tsx'
import { HolderDocuments } from './holder-documents.tsx'
import { HolderNotes, HolderStatements } from './holder-notes.tsx'
import { HolderNumbers } from './holder-numbers.tsx'
import { MembersSection } from './members-section.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'

/** Loads a holder, with its notes, statements, members, delegates and documents. */
export const loader = loadOne(async ({ actor, operations }, id) => {
  const holder = await operations.getHolder(actor, id)
  const [register, statements, documents, delegates] = await Promise.all([
    operations.getRegister(actor, { on: todayOfFund(), holderId: holder.id, show: 'all' }),
    operations.getHolderStatements(actor, holder.id),
    operations.getHolderDocuments(actor, holder.id),
    operations.getHolderDelegates(actor, holder.id),
  ])
  // Shown as statements, not as documents again.
  const filed = new Set(statements.map(({ documentId }) => documentId))
  return {
    holder,
    notes: register.notes,
    moreNotes: register.totals.notes > register.notes.length,
    statements,
    delegates,
    documents: documents.filter(({ id }) => !filed.has(id)),
    canStoreNumbers: operations.canStoreNumbers(),
  }
})

/** POST: changes details, requests a change of members, revokes a delegate's access, or reveals a number. */
export const action = commandActions(
  [
    saveHolderCommand,
    addMemberCommand,
    removeMemberCommand,
    freezeHolderCommand,
    unfreezeHolderCommand,
    endDelegateCommand,
    revealNumberCommand,
  ],
  {
    about: { holder: 'id' },
    redirectTo: ({ param }) => href('/profile/admin/holders/:id', { id: param('id') }),
  },
)

export default showOne<typeof loader>(HolderPage)

/** A holder: its notes, statements, members, documents, details and encrypted numbers. */
function HolderPage({
  holder,
  notes,
  moreNotes,
  statements,
  delegates,
  documents,
  canStoreNumbers,
}: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const filer = holder.members.find(({ endedAt, right }) => !endedAt && right !== 'viewer')
  return (
    <div className={style.parts}>
      <header className={`cluster baseline gap-1-4 ${style.head}`}>
        <PageName name={holder.legalName} />
        <p className="quiet tabular">
          {holder.number} · {holderKinds[holder.kind]} · since <FormattedDate date={holder.createdAt} />
        </p>
        {holder.frozenAt && <Badge tone="warning">Frozen</Badge>}
        <p className="quiet row gap-5 to-end">
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
        <DetailsForm
          key={[holder.legalName, holder.kind, holder.numbers.length].join()}
          holder={holder}
          canStoreNumbers={canStoreNumbers}
          onNotice={say}
        />
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

type Props = { holder: Holder; onNotice: (notice: string) => void }

function DetailsForm({ holder, canStoreNumbers, onNotice }: Props & { canStoreNumbers: boolean }) {
  return (
    <CommandForm
      command={saveHolderCommand}
      action={href('/profile/admin/holders/:id', { id: holder.id })}
      {...useHolderFields(canStoreNumbers, holder)}
      onDone={onNotice}
    />
  )
}

/** Whether a holder is frozen, and a form to request a freeze or its end. */
function FreezeSection({ holder, onNotice }: Props) {
  const { id, frozenAt, openFreeze } = holder
  if (openFreeze) {
    return (
      <p className={`small breakable ${style.open}`}>
        Pending under <Link to={href('/profile/admin/approvals')}>Approvals</Link>: {openFreeze.summary}
      </p>
    )
  }
  return (
    <div className="above-4">
      <CommandForm
        key={String(frozenAt)}
        command={frozenAt ? unfreezeHolderCommand : freezeHolderCommand}
        action={href('/profile/admin/holders/:id', { id })}
        size="small"
        onDone={onNotice}
      >
        {frozenAt && (
          <p className="quiet">
            Frozen since <FormattedDate date={frozenAt} />. The office records payments as before.
          </p>
        )}
      </CommandForm>
    </div>
  )
}
