import { href } from 'react-router'
import { tax as settings } from '../../../content/tax.ts'
import { taxPapers } from '../../../content/tax-papers.ts'
import { titleOf } from '../../../rules/documents.ts'
import type { HolderKind } from '../../../rules/holders.ts'
import { dayOf, formatDay } from '../../../rules/notes/days.ts'
import { noFormWords } from '../../../rules/tax/promised-form.ts'
import type { LeftOutReason } from '../../../rules/tax/returns.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { OwnTax } from '../../../server/tax/own-tax.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import { WholeCodes } from '../../ui/whole-codes.tsx'
import { BackLink } from '../back-link.tsx'
import { LoadError } from '../load-error.tsx'
import { frozenWords } from '../notes/frozen-words.ts'
import type { Refusal } from '../refusal.ts'
import { SettingsSection } from '../settings/settings-section.tsx'
import { ConsentSection } from './consent-section.tsx'
import { FormSection } from './form-section.tsx'
import style from './tax.module.css'

export type ShownTax = Omit<OwnTax, 'onFile'>

/** What is known of a holder's next Form 1099-INT. Days are 'YYYY-MM-DD'. */
export interface FormAhead {
  /** What it is about, and until when it comes. */
  year: number
  due: string
  /** Whether the holder gets none, whatever it is paid. */
  isExempt: boolean
  /** Why it gets none for the year; null where it does. */
  noForm: { reason: LeftOutReason; kind: HolderKind } | null
}

type Props = {
  me: Actor
  tax: ShownTax | undefined
  /** Undefined where it isn't known. */
  ahead: FormAhead | undefined
  loadError?: Refusal | undefined
}

/** What the fund has on file about a holder's taxes, how its forms come, and those that came. */
export function TaxPage({ me, tax, ahead, loadError }: Props) {
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink to={href('/profile')}>Your documents</BackLink>
      <LoadError error={loadError} />
      {tax && !tax.holder && (
        <EmptyState title="Nothing here yet">
          Once we’ve set up your note, you can send your Form W-9 here, and find your tax forms.
        </EmptyState>
      )}
      {tax?.holder && <HolderTax key={tax.holder.id} me={me} tax={tax} holder={tax.holder} ahead={ahead} />}
    </article>
  )
}

type HolderProps = Pick<Props, 'me' | 'ahead'> & { tax: ShownTax; holder: NonNullable<OwnTax['holder']> }

function HolderTax({ me, tax, holder, ahead }: HolderProps) {
  const { say, ...notice } = useNotice()
  const { holders } = tax
  return (
    <>
      {holders.length === 1 && <p className="strong breakable">{holder.legalName}</p>}
      {!holder.canAct && (
        <p className={`quiet measure ${style.quiet}`}>
          {holder.isFrozen
            ? frozenWords(holder.legalName)
            : 'You can view this, but only those who sign for this holder can act.'}
        </p>
      )}
      <div>
        <SettingsSection
          title="Your tax form"
          note={
            ahead?.isExempt
              ? 'Form W-9 tells us the account’s name and tax number. If it isn’t a US person’s, send Form W-8.'
              : 'Form W-9 tells us the name and number under which we report your interest. If you’re not a US person, send Form W-8.'
          }
        >
          <FormSection me={me} tax={tax} holder={holder} onNotice={say} />
        </SettingsSection>
        {/* Consent that was given can still be withdrawn. */}
        {(!ahead?.isExempt || tax.consent.state === 'given') && (
          <SettingsSection
            title="Paperless tax forms"
            note="If you agree, your tax forms come to your portal instead of by post. It’s your choice, for each holder."
          >
            <ConsentSection tax={tax} holder={holder} isExempt={ahead?.isExempt ?? false} onNotice={say} />
          </SettingsSection>
        )}
        <SettingsSection title="Tax documents" note={<WholeCodes>{documentsNote(ahead)}</WholeCodes>}>
          <Papers papers={tax.papers} />
        </SettingsSection>
      </div>
      <Notice {...notice} />
    </>
  )
}

/** What comes when, and until when it stays. */
function documentsNote(ahead: FormAhead | undefined): string {
  if (ahead?.noForm) return noFormWords(ahead.noForm.reason, ahead.noForm.kind, ahead.year)
  const until = formatDay(dayOf({ year: 2000, ...settings.staysUntil })).replace(/, \d+$/, '')
  const stays = `Each stays here at least until ${until} of the year in which it comes.`
  if (!taxPapers || !ahead) return stays
  return `${taxPapers.name} for ${ahead.year} will be here by ${formatDay(ahead.due)}. ${stays}`
}

function Papers({ papers }: Pick<OwnTax, 'papers'>) {
  if (papers.length === 0) return <p className={`quiet measure ${style.quiet}`}>None yet.</p>
  return (
    <ul className={`plain-list tabular double ${style.papers}`}>
      {papers.map(({ id, filename, at }) => (
        <li key={id}>
          <Link to={withQuery(href('/profile'), { document: id })}>
            <WholeCodes>{titleOf(filename)}</WholeCodes>
          </Link>
          <FormattedDate date={at} />
        </li>
      ))}
    </ul>
  )
}
