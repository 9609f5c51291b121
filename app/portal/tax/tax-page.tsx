import { href, useActionData } from 'react-router'
import { tax as settings } from '../../../content/tax.ts'
import { taxPapers } from '../../../content/tax-papers.ts'
import { dayOf, formatDay, partsOf } from '../../../rules/notes/days.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { OwnTax } from '../../../server/tax/own-tax.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import { BackLink } from '../back-link.tsx'
import { LoadError } from '../load-error.tsx'
import { frozenWords } from '../notes/frozen-words.ts'
import type { Refusal } from '../refusal.ts'
import { SettingsSection } from '../settings/settings-section.tsx'
import type { TaxAnswer } from './answer.ts'
import { ConsentSection } from './consent-section.tsx'
import { FormSection } from './form-section.tsx'
import style from './tax.module.css'

type Props = {
  me: Actor
  tax: OwnTax | undefined
  /** 'YYYY-MM-DD' of the fund. */
  today: string
  loadError?: Refusal | undefined
}

/** What the fund has on file about a holder's taxes, how its forms come, and those that came. */
export function TaxPage({ me, tax, today, loadError }: Props) {
  return (
    <article className={style.page}>
      <BackLink className={style.back} to={href('/profile')}>
        Your documents
      </BackLink>
      <LoadError error={loadError} />
      {tax && !tax.holder && (
        <EmptyState title="Nothing here yet">
          Once we’ve set up your note, you can send your Form W-9 here, and find your tax forms.
        </EmptyState>
      )}
      {tax?.holder && <HolderTax key={tax.holder.id} me={me} tax={tax} holder={tax.holder} today={today} />}
    </article>
  )
}

type HolderProps = { me: Actor; tax: OwnTax; holder: NonNullable<OwnTax['holder']>; today: string }

function HolderTax({ me, tax, holder, today }: HolderProps) {
  const { say, ...notice } = useNotice()
  // To a form that was sent without scripts.
  const refused = useActionData() as TaxAnswer | undefined
  const { holders } = tax
  return (
    <>
      {holders.length === 1 && <p className={style.name}>{holder.legalName}</p>}
      {!holder.canAct && (
        <p className={style.quiet}>
          {holder.isFrozen
            ? frozenWords(holder.legalName)
            : 'You can look, but only those who sign for this holder can act.'}
        </p>
      )}
      <div>
        <SettingsSection
          title="Your tax form"
          note="Form W-9 tells us the name and number under which we report your interest. If you’re not a US person, send Form W-8."
        >
          <FormSection me={me} tax={tax} holder={holder} refused={refused} onNotice={say} />
        </SettingsSection>
        {holder.getsForm && (
          <SettingsSection
            title="Paperless tax forms"
            note="If you agree, your tax forms come to your portal instead of by post. It’s your choice, for each holder."
          >
            <ConsentSection tax={tax} holder={holder} refused={refused} onNotice={say} />
          </SettingsSection>
        )}
        <SettingsSection title="Tax papers" note={holder.getsForm ? papersNote(today) : noForm}>
          <Papers papers={tax.papers} />
        </SettingsSection>
      </div>
      <Notice {...notice} />
    </>
  )
}

const noForm =
  'A retirement account gets no Form 1099-INT for its interest. Where it has a custodian, we write to the custodian in January what it is worth.'

/** What comes when, and until when it stays. */
function papersNote(today: string): string {
  const { year } = partsOf(today)
  const until = `Each stays here at least until ${formatDay(dayOf({ year, ...settings.staysUntil })).replace(/, \d+$/, '')} of the year in which it comes.`
  if (!taxPapers) return until
  const thisYears = dayOf({ year, ...taxPapers.until })
  const about = today <= thisYears ? year - 1 : year
  return `We send ${taxPapers.name} for ${about} by ${formatDay(dayOf({ year: about + 1, ...taxPapers.until }))}. ${until}`
}

function Papers({ papers }: Pick<OwnTax, 'papers'>) {
  if (papers.length === 0) return <p className={style.quiet}>None yet.</p>
  return (
    <ul className={style.papers}>
      {papers.map(({ id, filename, at }) => (
        <li key={id}>
          <Link to={withQuery(href('/profile'), { document: id })}>{filename}</Link>
          <FormattedDate date={at} />
        </li>
      ))}
    </ul>
  )
}
