import { href } from 'react-router'
import { holderKinds } from '../../../../../rules/holders.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { Actor } from '../../../../../server/access/actor.ts'
import type { Delegate } from '../../../../../server/delegates/grants.ts'
import type { HolderDocument } from '../../../../../server/documents/holder-documents.ts'
import type { Holder } from '../../../../../server/holders/holders-list.ts'
import type { RegisterNote } from '../../../../../server/register/register-list.ts'
import type { HolderStatement } from '../../../../../server/statements/statements-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { SettingsSection } from '../../../settings/settings-section.tsx'
import { HeldFigures } from '../../held-figures.tsx'
import { PageName } from '../../page-name.tsx'
import { HolderFields } from '../holder-fields.tsx'
import { answerTo, type HolderAnswer, refusalAt } from '../holder-form.ts'
import style from '../holders.module.css'
import { FreezeSection } from './freeze-section.tsx'
import { HolderDelegates } from './holder-delegates.tsx'
import { HolderDocuments } from './holder-documents.tsx'
import { HolderNotes, HolderStatements } from './holder-notes.tsx'
import { HolderNumbers } from './holder-numbers.tsx'
import { MembersSection } from './members-section.tsx'

type Props = {
  me: Actor
  holder: Holder
  /** The first ones, by number. */
  notes: RegisterNote[]
  moreNotes: boolean
  statements: HolderStatement[]
  /** Those who look now before those who did. */
  delegates: Delegate[]
  /** Besides its statements. */
  documents: HolderDocument[]
  canKeepNumbers: boolean
  /** To a form that was sent without scripts. */
  answered: HolderAnswer | undefined
}

/** A holder: its notes and statements, who acts for it, its documents, its details, and the numbers that are kept of it. */
export function HolderPage({
  me,
  holder,
  notes,
  moreNotes,
  statements,
  delegates,
  documents,
  canKeepNumbers,
  answered,
}: Props) {
  const { say, ...notice } = useNotice()
  const filer = holder.members.find(({ endedAt, right }) => !endedAt && right !== 'viewer')
  return (
    <div className={style.parts}>
      <header className={style.head}>
        <PageName name={holder.legalName} />
        <p>
          {holder.number} · {holderKinds[holder.kind]} · since <FormattedDate date={holder.createdAt} />
        </p>
        {holder.frozenAt && <Badge tone="warning">Frozen</Badge>}
        <p className={style.doors}>
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
        title="Who acts"
        note="They see its notes and documents. Every change needs a second person’s approval."
      >
        <MembersSection holder={holder} answered={answered} onNotice={say} />
      </SettingsSection>
      <SettingsSection
        title="Shared access"
        note="Whom its authorized people let see some of it, until a day: an accountant, a spouse, a custodian."
      >
        <HolderDelegates holder={holder} delegates={delegates} onNotice={say} />
      </SettingsSection>
      <SettingsSection
        title="Documents"
        note="Visible to its authorized people, and to those whom they let see a category."
      >
        <HolderDocuments me={me} holder={holder} documents={documents} />
      </SettingsSection>
      <SettingsSection
        title="Details"
        note="As the register and its papers name it. All but its state and its rhythm of statements needs a second person’s approval."
      >
        {holder.openIdentity && (
          <p className={style.open}>
            Waiting for a second person under <Link to={href('/profile/admin/approvals')}>Approvals</Link>:{' '}
            {holder.openIdentity.summary}
          </p>
        )}
        <DetailsForm
          key={[holder.legalName, holder.kind, holder.numbers.length].join()}
          holder={holder}
          canKeepNumbers={canKeepNumbers}
          answered={answered}
          onNotice={say}
        />
        {holder.numbers.length > 0 && <HolderNumbers holder={holder} answered={answered} />}
      </SettingsSection>
      <SettingsSection
        title="Freeze"
        note="After a death or in a dispute: its authorized people can read everything but change nothing. Freezing and ending the freeze each need a second person’s approval."
      >
        <FreezeSection holder={holder} answered={answered} onNotice={say} />
      </SettingsSection>
      <Notice {...notice} />
    </div>
  )
}

type DetailsProps = Pick<Props, 'holder' | 'canKeepNumbers' | 'answered'> & { onNotice: (notice: string) => void }

function DetailsForm({ holder, canKeepNumbers, answered, onNotice }: DetailsProps) {
  const { Form, answer, busy } = useAction<HolderAnswer>(({ notice }) => notice && onNotice(notice))
  const form = useFocusOnError(answer)
  const before = answerTo({ intent: 'save' }, answered)
  const shown = answer ?? before
  const { errors, banner } = refusalAt(shown)
  return (
    <Form
      ref={form}
      method="post"
      action={href('/profile/admin/holders/:id', { id: holder.id })}
      className={style.form}
    >
      <ActionFields intent="save" />
      <HolderFields holder={holder} canKeepNumbers={canKeepNumbers} typed={before?.typed} errors={errors} />
      <Banner of={shown}>{banner}</Banner>
      <div className={style.buttons}>
        <Button type="submit" busy={busy} busyLabel="Saving…">
          Save
        </Button>
      </div>
    </Form>
  )
}
